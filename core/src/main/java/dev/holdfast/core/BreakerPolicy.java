package dev.holdfast.core;

import java.time.Duration;

/**
 * When a breaker opens and how long it pauses before a probe.
 *
 * @param threshold how many attempts in a row find the provider unavailable before it opens, 1 to
 *     1,000
 * @param firstPause the pause before the first probe, 1 millisecond to 1 day
 * @param maxPause the longest pause, from the first pause to 1 day; each failed probe doubles it up
 *     to this
 */
public record BreakerPolicy(int threshold, Duration firstPause, Duration maxPause) {

  private static final int THRESHOLD_MAX = 1_000;
  private static final Duration PAUSE_MAX = Duration.ofDays(1);

  /** Five in a row; a minute, doubling to ten. */
  public static final BreakerPolicy DEFAULT =
      new BreakerPolicy(5, Duration.ofMinutes(1), Duration.ofMinutes(10));

  /**
   * Checks the three.
   *
   * @throws IllegalArgumentException if one is out of its range
   */
  public BreakerPolicy {
    Require.between("threshold", threshold, 1, THRESHOLD_MAX);
    Require.between("pause", firstPause, Duration.ofMillis(1), PAUSE_MAX);
    Require.between("maxPause", maxPause, firstPause, PAUSE_MAX);
  }

  Duration doubled(Duration pause) {
    return Durations.shorter(pause.multipliedBy(2), maxPause);
  }
}
