package dev.holdfast.client;

import dev.holdfast.core.ErrorCode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A list, page by page, each fetched when it is asked for and tried again on its own.
 *
 * <p>The deadline counts from the first page, and what the caller does between pages counts too.
 * For one pass by one thread. Whatever iterating throws is a {@link CallException}; the walk ends
 * with it.
 *
 * @param <T> a record's type
 */
public final class Walk<T> implements Iterable<Page<T>> {

  /** How many pages a walk goes at most where nothing else is said. */
  public static final int PAGES = 10_000;

  private final Client client;
  private final Operation operation;
  private final Class<T> type;
  private final Options options;
  private final Set<String> seen = new HashSet<>();
  private int pagesMax = PAGES;
  private int pages;
  private boolean ended;
  private @Nullable RuntimeException failure;
  private Optional<String> cursor;
  private @Nullable CallRun run;
  private @Nullable Gathered gathered;

  Walk(Client client, Operation operation, Class<T> type, Options options) {
    this.client = client;
    this.operation = operation;
    this.type = type;
    this.options = options;
    this.cursor = operation.cursor();
  }

  /**
   * Sets how many pages are fetched at most: one more fails as {@code Invalid}.
   *
   * @param max at least 1. Default: {@value #PAGES}
   * @return this
   * @throws IllegalArgumentException if it is below 1
   */
  public Walk<T> pagesMax(int max) {
    if (max < 1) {
      throw new IllegalArgumentException("pagesMax must be at least 1 but was " + max);
    }
    this.pagesMax = max;
    return this;
  }

  /**
   * The pages, from where this walk stands.
   *
   * @return an iterator of this one walk: a second one goes on where the first stopped
   */
  @Override
  public Iterator<Page<T>> iterator() {
    return new Pages();
  }

  /**
   * Fetches every page that is left.
   *
   * @return all records in order, and how they all came about
   * @throws CallException if a page fails
   */
  public Result<List<T>> all() {
    List<T> items = new ArrayList<>();
    for (Page<T> page : this) {
      items.addAll(page.items());
    }
    return new Result<>(items, meta());
  }

  /**
   * How what was fetched so far came about.
   *
   * @return requests and waits of the whole walk, as old as its oldest page, stale if any page is
   */
  public Meta meta() {
    // To ask begins nothing: the deadline counts from the first page.
    return run == null ? client.nothingYet() : gathered().meta();
  }

  private CallRun run() {
    if (run == null) {
      run = client.begin(options);
    }
    return run;
  }

  private Gathered gathered() {
    if (gathered == null) {
      gathered = new Gathered(run());
    }
    return gathered;
  }

  private Page<T> fetch() {
    try {
      return fetched();
    } catch (RuntimeException e) {
      failure = e;
      throw e;
    }
  }

  private Page<T> fetched() {
    if (pages >= pagesMax) {
      throw failed(ErrorCode.INVALID, "had more than " + pagesMax + " page(s)");
    }
    if (cursor.isPresent() && !seen.add(cursor.get())) {
      throw failed(ErrorCode.PROVIDER, "came to a page again where it had been");
    }
    Page<T> page = client.page(run(), cursor.map(operation::at).orElse(operation), type);
    pages++;
    gathered().add(page.meta());
    cursor = page.cursor();
    ended = cursor.isEmpty();
    return page;
  }

  private CallException failed(ErrorCode code, String why) {
    return new CallException(
        CallError.of(code, client.name(), "The walk through " + client.name() + " " + why)
            .permanent(true)
            .build());
  }

  private final class Pages implements Iterator<Page<T>> {
    @Override
    public boolean hasNext() {
      return !ended;
    }

    @Override
    public Page<T> next() {
      if (ended) {
        throw new NoSuchElementException("the walk has ended");
      }
      if (failure != null) {
        throw failure;
      }
      return fetch();
    }
  }
}
