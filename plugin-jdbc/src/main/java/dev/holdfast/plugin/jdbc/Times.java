package dev.holdfast.plugin.jdbc;

import java.time.Duration;
import java.time.InstantSource;

/** Times as tables have them: milliseconds since 1970. */
final class Times {
  private Times() {}

  static long after(InstantSource clock, Duration ttl) {
    return clock.instant().plus(ttl).toEpochMilli();
  }
}
