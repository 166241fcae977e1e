package dev.holdfast.core;

import java.time.Duration;

/**
 * Exponential backoff with full jitter: the wait after attempt n is drawn evenly from zero to a
 * ceiling of {@code base × 2^(n-1)}, at most {@code cap}, and is never under {@code floor}.
 *
 * <p>The cap is applied before the jitter, and the doubling saturates: attempt 2,000,000,000 waits
 * like any other at the cap. Waits are whole milliseconds, rounded down. Source: "Exponential
 * Backoff And Jitter", AWS Architecture Blog, 2015.
 *
 * @param base the ceiling after the first attempt, at least zero
 * @param cap the highest ceiling, at least zero; one below the base lowers every ceiling
 * @param floor the shortest wait, at least zero
 */
public record FullJitter(Duration base, Duration cap, Duration floor) implements Backoff {

  /** For calls: a second, doubling to a minute. */
  public static final FullJitter FOR_CALLS =
      new FullJitter(Duration.ofSeconds(1), Duration.ofMinutes(1), Duration.ZERO);

  /** For deliveries: 30 seconds, doubling to six hours, never under a second. */
  public static final FullJitter FOR_DELIVERIES =
      new FullJitter(Duration.ofSeconds(30), Duration.ofHours(6), Duration.ofSeconds(1));

  /**
   * Checks the three.
   *
   * @throws IllegalArgumentException if one is negative
   */
  public FullJitter {
    Require.notNegative("base", base);
    Require.notNegative("cap", cap);
    Require.notNegative("floor", floor);
  }

  /**
   * The ceiling below which the wait after an attempt is drawn.
   *
   * @param attempt the number of the attempt that failed, from 1
   * @return the ceiling
   * @throws IllegalArgumentException if the attempt is below 1
   */
  public Duration ceiling(int attempt) {
    return Duration.ofMillis(ceilingMillis(attempt));
  }

  @Override
  public Duration after(int attempt, double random) {
    Require.unit("random", random);
    long drawn = (long) (random * ceilingMillis(attempt));
    return Duration.ofMillis(Math.max(drawn, Durations.saturatedMillis(floor)));
  }

  private long ceilingMillis(int attempt) {
    Require.between("attempt", attempt, 1, Integer.MAX_VALUE);
    long first = Durations.saturatedMillis(base);
    long most = Durations.saturatedMillis(cap);
    // So many doublings lift all but zero past any cap, and zero stays zero.
    int doublings = Math.min(attempt - 1, Long.SIZE - 1);
    // What would pass the cap is known by halving the cap: the doubling never loses a bit.
    return first > most >> doublings ? most : first << doublings;
  }
}
