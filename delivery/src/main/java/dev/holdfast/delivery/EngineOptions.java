package dev.holdfast.delivery;

import dev.holdfast.core.Durations;
import java.time.Duration;

/**
 * How the engine works.
 *
 * @param concurrency how many attempts run at once, 1 to 10,000
 * @param runLimit how long an attempt may take, 100 ms to 1 h
 * @param lease how long a claim is this worker's before another may take it over, 500 ms to 1 d; it
 *     is renewed every third of it
 * @param poll how often to look for due deliveries where nothing wakes the engine, 10 ms to 1 h;
 *     jittered by a quarter either way
 * @param tick how often to do what time alone causes, 10 ms to 1 h
 */
public record EngineOptions(
    int concurrency, Duration runLimit, Duration lease, Duration poll, Duration tick) {

  private static final Duration POLL_MIN = Duration.ofMillis(10);
  private static final Duration POLL_MAX = Duration.ofHours(1);

  /** 32 at once, a minute each, leases of two, a poll each second and a tick every five. */
  public static final EngineOptions DEFAULT =
      new EngineOptions(
          32,
          Duration.ofMinutes(1),
          Duration.ofMinutes(2),
          Duration.ofSeconds(1),
          Duration.ofSeconds(5));

  /**
   * Checks each.
   *
   * @throws IllegalArgumentException if one is out of its range
   */
  public EngineOptions {
    if (concurrency < 1 || concurrency > 10_000) {
      throw new IllegalArgumentException(
          "concurrency must be between 1 and 10000 but was " + concurrency);
    }
    check("runLimit", runLimit, Duration.ofMillis(100), Duration.ofHours(1));
    check("lease", lease, Duration.ofMillis(500), Duration.ofDays(1));
    check("poll", poll, POLL_MIN, POLL_MAX);
    check("tick", tick, POLL_MIN, POLL_MAX);
  }

  private static void check(String name, Duration value, Duration least, Duration most) {
    if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
      throw new IllegalArgumentException(
          "%s must be between %s and %s but was %s"
              .formatted(name, Durations.text(least), Durations.text(most), Durations.text(value)));
    }
  }
}
