package dev.holdfast.client.plugins;

import dev.holdfast.client.CallError;
import dev.holdfast.client.CallException;
import dev.holdfast.client.Operation;
import dev.holdfast.client.Plugin;
import dev.holdfast.client.Response;
import dev.holdfast.core.Durations;
import dev.holdfast.core.ErrorCode;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * At most so many requests per period, such as what a contract with a provider allows a day.
 *
 * <p>Each request is counted before it is sent, retries included, per provider and workspace. With
 * none left it is not sent, and the call fails with {@link ErrorCode#RATE_LIMITED} without a
 * status, which failover does not cover; {@link CallError#retryAfter} tells when the next period
 * begins. Periods follow each other from 1970 on, by UTC: a day's begins at midnight. The clock is
 * the client's.
 *
 * <p>What a store throws, the call fails with, and nothing is sent. A request that a plugin further
 * inside refuses has been counted all the same: put the budget inside. Safe for use by many threads
 * and clients.
 */
public final class Budget implements Plugin {
  private static final TimeRange PERIOD =
      new TimeRange("period of a budget", Duration.ofSeconds(1), Duration.ofDays(366));

  /** The clocks of processes that share a store differ: none may find a count forgotten early. */
  private static final Duration SLACK = Duration.ofMinutes(1);

  private final long requests;
  private final Duration period;
  private final BudgetStore store;
  private final @Nullable String name;
  // Whose requests were counted here, and by which clock.
  private final Map<BudgetKey, InstantSource> counted = new ConcurrentHashMap<>();

  private Budget(long requests, Duration period, BudgetStore store, @Nullable String name) {
    this.requests = requests;
    this.period = period;
    this.store = store;
    this.name = name;
  }

  /**
   * A budget.
   *
   * @param requests how many may be sent in a period, 1 or more
   * @param period 1 s to 366 days
   * @param store keeps the counts, such as {@link MemoryBudgets}
   * @return a plugin named {@code budget}
   * @throws IllegalArgumentException if a number is out of its range
   */
  public static Budget of(long requests, Duration period, BudgetStore store) {
    if (requests < 1) {
      throw new IllegalArgumentException(
          "requests of a budget must be at least 1 but was " + requests);
    }
    return new Budget(requests, PERIOD.checked(period), store, null);
  }

  /**
   * The same budget, counted under a name instead of per provider and workspace: clients whose
   * budgets have the same name, period and store share a count, and a client's budgets with
   * different names have one each.
   *
   * @param shared any name
   * @return a copy
   */
  public Budget name(String shared) {
    return new Budget(requests, period, store, shared);
  }

  /**
   * Gives the requests of the current period back: of every provider and workspace that this budget
   * has counted for in this process.
   */
  public void reset() {
    counted.forEach((key, clock) -> store.reset(key.at(clock.instant())));
  }

  /**
   * Tells how many requests are left in the current period.
   *
   * @return zero or more: the fewest, where this budget has counted for several providers and
   *     workspaces in this process; empty where it has counted for none yet
   */
  public OptionalLong left() {
    return counted.entrySet().stream()
        .mapToLong(each -> requests - store.taken(each.getKey().at(each.getValue().instant())))
        .map(left -> Math.max(0, left))
        .min();
  }

  @Override
  public String name() {
    return "budget";
  }

  @Override
  public Response wrap(Operation operation, Next next, CallInfo info) {
    BudgetKey key =
        name == null
            ? new BudgetKey(period, info.provider(), info.workspace())
            : new BudgetKey(period, name);
    counted.putIfAbsent(key, info.runtime().clock());
    return next.proceed(
        operation,
        (request, attempt, send) -> {
          take(key, info);
          return send.send(request);
        });
  }

  private void take(BudgetKey key, CallInfo info) {
    Instant now = info.runtime().clock().instant();
    Duration left = Duration.between(now, key.end(now));
    if (!store.take(key.at(now), requests, left.plus(SLACK))) {
      throw new CallException(
          CallError.of(
                  ErrorCode.RATE_LIMITED,
                  info.provider(),
                  "The budget of %d request(s) per %s to %s is used up until %s"
                      .formatted(requests, Durations.text(period), info.provider(), key.end(now)))
              .retryAfter(left)
              .build());
    }
  }
}
