package dev.holdfast.client.plugins;

import dev.holdfast.client.runtime.SystemRuntime;
import dev.holdfast.core.Ticker;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Budgets of one process, in memory: they begin afresh when it does. A count that is of no use any
 * more is forgotten. Safe for use by many threads.
 */
public final class MemoryBudgets implements BudgetStore {
  private final Ticker ticker;
  private final Map<String, Count> counts = new HashMap<>();
  private int added;

  private MemoryBudgets(Ticker ticker) {
    this.ticker = ticker;
  }

  /** One count. Guarded by the store. */
  private static final class Count {
    private final long end;
    private long taken;

    Count(long end) {
      this.end = end;
    }
  }

  /**
   * A store without a count.
   *
   * @return a new store, which forgets by the system's time
   */
  public static MemoryBudgets create() {
    return of(SystemRuntime.get().ticker());
  }

  /**
   * A store without a count, that forgets by another time, such as a test's.
   *
   * @param ticker the time
   * @return a new store
   */
  public static MemoryBudgets of(Ticker ticker) {
    return new MemoryBudgets(ticker);
  }

  @Override
  public synchronized boolean take(String key, long limit, Duration ttl) {
    Count count = current(key);
    if (count == null) {
      forgetNowAndThen();
      count = new Count(ticker.nanos() + ttl.toNanos());
      counts.put(key, count);
    }
    if (count.taken >= limit) {
      return false;
    }
    count.taken++;
    return true;
  }

  @Override
  public synchronized long taken(String key) {
    Count count = current(key);
    return count == null ? 0 : count.taken;
  }

  @Override
  public synchronized void reset(String key) {
    counts.remove(key);
  }

  private @Nullable Count current(String key) {
    Count count = counts.get(key);
    return count == null || over(count) ? null : count;
  }

  private boolean over(Count count) {
    return ticker.nanos() - count.end >= 0;
  }

  /** Looks through all once for each time that they could have doubled: cheap on the average. */
  private void forgetNowAndThen() {
    added++;
    if (added > counts.size() / 2) {
      added = 0;
      counts.values().removeIf(this::over);
    }
  }
}
