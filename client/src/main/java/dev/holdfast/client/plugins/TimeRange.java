package dev.holdfast.client.plugins;

import dev.holdfast.core.Durations;
import java.time.Duration;

/**
 * What an option of time may be.
 *
 * @param name the option
 * @param least the shortest
 * @param most the longest
 */
record TimeRange(String name, Duration least, Duration most) {

  /** For what bounds a call of a store. */
  static final TimeRange STORE_TIMEOUT =
      new TimeRange("storeTimeout", Duration.ofMillis(1), Duration.ofHours(1));

  Duration checked(Duration value) {
    if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
      throw new IllegalArgumentException(
          "%s must be between %s and %s but was %s"
              .formatted(name, Durations.text(least), Durations.text(most), Durations.text(value)));
    }
    return value;
  }
}
