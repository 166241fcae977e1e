package dev.holdfast.client.plugins;

import dev.holdfast.client.runtime.SystemRuntime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Keeps answers in memory, as many as it was made for: the least recently used goes first. They are
 * lost with the process, so that an outage that outlives it finds nothing. Safe for use by many
 * threads.
 */
public final class MemoryStore implements AnswerStore {

  /** How many answers it holds where nothing else is said. */
  public static final int ENTRIES = 500;

  private static final int ENTRIES_MAX = 1_000_000;

  private final InstantSource clock;
  private final Map<String, Kept> entries;

  private MemoryStore(int max, InstantSource clock) {
    this.clock = clock;
    this.entries =
        new LinkedHashMap<>(16, 0.75f, true) {
          private static final long serialVersionUID = 1L;

          @Override
          protected boolean removeEldestEntry(Map.Entry<String, Kept> eldest) {
            return size() > max;
          }
        };
  }

  private record Kept(StoredAnswer answer, Instant end) {}

  /**
   * Makes a store of {@value #ENTRIES} answers.
   *
   * @return a new store with nothing in it
   */
  public static MemoryStore create() {
    return of(ENTRIES);
  }

  /**
   * Makes a store.
   *
   * @param max how many answers it holds: 1 to 1,000,000
   * @return a new store with nothing in it
   * @throws IllegalArgumentException if max is out of its range
   */
  public static MemoryStore of(int max) {
    return of(max, SystemRuntime.get().clock());
  }

  /**
   * Makes a store with a clock of its own, for tests.
   *
   * @param max how many answers it holds: 1 to 1,000,000
   * @param clock what their time passes by. Default: the system's
   * @return a new store with nothing in it
   * @throws IllegalArgumentException if max is out of its range
   */
  public static MemoryStore of(int max, InstantSource clock) {
    if (max < 1 || max > ENTRIES_MAX) {
      throw new IllegalArgumentException(
          "max of a memory store must be between 1 and " + ENTRIES_MAX + " but was " + max);
    }
    return new MemoryStore(max, clock);
  }

  @Override
  public @Nullable StoredAnswer get(String key) {
    Instant now = now();
    synchronized (entries) {
      Kept entry = entries.get(key);
      if (entry == null) {
        return null;
      }
      if (now.isAfter(entry.end)) {
        entries.remove(key);
        return null;
      }
      return entry.answer;
    }
  }

  @Override
  public void set(String key, StoredAnswer answer, Duration ttl) {
    Kept entry = new Kept(answer, now().plus(ttl));
    synchronized (entries) {
      entries.put(key, entry);
    }
  }

  @Override
  public void delete(String key) {
    synchronized (entries) {
      entries.remove(key);
    }
  }

  /**
   * Counts what it holds.
   *
   * @return 0 to its max; answers count whose time has passed and that nobody has asked for since
   */
  public int size() {
    synchronized (entries) {
      return entries.size();
    }
  }

  /** In whole milliseconds, as every store counts. */
  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }
}
