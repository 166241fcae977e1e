package dev.holdfast.core;

import java.time.Duration;

/**
 * A limit that a provider states: so many requests in any stretch of time of a length, wherever it
 * begins.
 *
 * @param requests how many, 1 to 1,000,000
 * @param per in how long, 1 ms to 366 days
 */
public record RateLimit(int requests, Duration per) {
  private static final int REQUESTS_MAX = 1_000_000;
  private static final Duration PER_MIN = Duration.ofMillis(1);
  private static final Duration PER_MAX = Duration.ofDays(366);

  /**
   * Checks both.
   *
   * @throws IllegalArgumentException if one is out of its range
   */
  public RateLimit {
    Require.between("requests", requests, 1, REQUESTS_MAX);
    Require.between("per", per, PER_MIN, PER_MAX);
  }

  /**
   * A limit by the second.
   *
   * @param requests how many, 1 to 1,000,000
   * @return the limit
   * @throws IllegalArgumentException if it is out of its range
   */
  public static RateLimit perSecond(int requests) {
    return new RateLimit(requests, Duration.ofSeconds(1));
  }

  /**
   * A limit by the minute.
   *
   * @param requests how many, 1 to 1,000,000
   * @return the limit
   * @throws IllegalArgumentException if it is out of its range
   */
  public static RateLimit perMinute(int requests) {
    return new RateLimit(requests, Duration.ofMinutes(1));
  }
}
