package dev.holdfast.core;

import java.time.Duration;
import java.util.Optional;

/**
 * How durations are written for people, such as {@code 30 s} or {@code 3 d}, read from
 * configuration, and counted in milliseconds.
 */
public final class Durations {
  /** The longest duration there is here: {@link Long#MAX_VALUE} milliseconds. */
  public static final Duration LONGEST = Duration.ofMillis(Long.MAX_VALUE);

  // Kept, because Duration.negated goes through BigDecimal.
  private static final Duration LONGEST_NEGATED = LONGEST.negated();

  private static final String[] UNITS = {"d", "h", "m", "s", "ms"};
  private static final long[] UNIT_MILLIS = {86_400_000, 3_600_000, 60_000, 1_000, 1};

  private Durations() {}

  /**
   * Writes a duration in the largest unit that divides it: {@code 30 s}, {@code 90 s}, {@code 3 d},
   * {@code 1500 ms}.
   *
   * @param duration any duration; what is finer than a millisecond is left out
   * @return the text
   */
  public static String text(Duration duration) {
    long millis = saturatedMillis(duration);
    if (millis == 0) {
      return "0 s";
    }
    int unit = 0;
    while (millis % UNIT_MILLIS[unit] != 0) {
      unit++;
    }
    return millis / UNIT_MILLIS[unit] + " " + UNITS[unit];
  }

  /**
   * Reads a whole number and its unit, one of {@code ms}, {@code s}, {@code m}, {@code h}, {@code
   * d}: {@code 30s}, {@code 3d}.
   *
   * @param text any text
   * @return the duration, or empty where the text is none or would not fit
   */
  public static Optional<Duration> parse(String text) {
    int digits = 0;
    while (digits < text.length() && text.charAt(digits) >= '0' && text.charAt(digits) <= '9') {
      digits++;
    }
    String unit = text.substring(digits).strip();
    if (digits == 0 || digits > 10) {
      return Optional.empty();
    }
    for (int i = 0; i < UNITS.length; i++) {
      if (UNITS[i].equals(unit)) {
        // At most 10 digits times the milliseconds of a day: no overflow.
        return Optional.of(
            Duration.ofMillis(Long.parseLong(text.substring(0, digits)) * UNIT_MILLIS[i]));
      }
    }
    return Optional.empty();
  }

  /**
   * Counts a duration in whole milliseconds, rounded toward zero, saturating at both ends of {@code
   * long} where {@link Duration#toMillis} would throw.
   *
   * @param duration any duration
   * @return its milliseconds
   */
  public static long saturatedMillis(Duration duration) {
    return shorter(longer(duration, LONGEST_NEGATED), LONGEST).toMillis();
  }

  /**
   * The longer of two durations.
   *
   * @param a the one
   * @param b the other
   * @return a, unless b is longer
   */
  public static Duration longer(Duration a, Duration b) {
    return a.compareTo(b) > 0 ? a : b;
  }

  /**
   * The shorter of two durations.
   *
   * @param a the one
   * @param b the other
   * @return a, unless b is shorter
   */
  public static Duration shorter(Duration a, Duration b) {
    return a.compareTo(b) < 0 ? a : b;
  }

  /**
   * Adds two numbers of milliseconds that are not negative, saturating.
   *
   * @param a the one, at least 0
   * @param b the other, at least 0
   * @return the sum, or {@link Long#MAX_VALUE} where it does not fit
   */
  public static long saturatedSum(long a, long b) {
    long sum = a + b;
    return sum < 0 ? Long.MAX_VALUE : sum;
  }
}
