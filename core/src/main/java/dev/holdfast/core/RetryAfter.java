package dev.holdfast.core;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads {@code Retry-After} (RFC 9110 section 10.2.3): how long a provider asks to be left alone.
 *
 * <p>Total: whatever a server sends, nothing here throws. What can't be read counts as not sent.
 */
public final class RetryAfter {
  private static final Pattern SECONDS = Pattern.compile("([0-9]+)(?:\\.([0-9]+))?");

  /** More digits than this are beyond every limit, and not worth the arithmetic. */
  private static final int DIGITS_MAX = 15;

  private RetryAfter() {}

  /**
   * Reads one field value: seconds, a fraction rounding up to the millisecond, or an HTTP date in
   * any of its three forms.
   *
   * <p>Several values, as several field lines come joined by commas, give the longest wait: never
   * earlier than asked.
   *
   * @param value the field's value
   * @param now the instant that a date is measured from
   * @return the wait, zero for a date that has passed, {@link Durations#LONGEST} for a number too
   *     large to count; empty where nothing can be read
   */
  public static Optional<Duration> read(String value, Instant now) {
    // As a whole first: a date has a comma of its own.
    return single(value.strip(), now).or(() -> longest(List.of(value.split(",", -1)), now));
  }

  /**
   * Reads one field value, a date measured against the answer's own {@code Date} where that can be
   * read: then a wrong clock on either side does no harm.
   *
   * @param value the field's value
   * @param date the value of the answer's {@code Date} field
   * @param now the instant to measure from where {@code date} can't be read
   * @return as {@link #read(String, Instant)}
   */
  public static Optional<Duration> read(String value, String date, Instant now) {
    return read(value, HttpDate.read(date, now).orElse(now));
  }

  private static Optional<Duration> longest(List<String> values, Instant now) {
    return values.stream()
        .flatMap(value -> single(value.strip(), now).stream())
        .max(Duration::compareTo);
  }

  private static Optional<Duration> single(String value, Instant now) {
    Matcher number = SECONDS.matcher(value);
    if (number.matches()) {
      return Optional.of(seconds(number.group(1), Objects.requireNonNullElse(number.group(2), "")));
    }
    return HttpDate.read(value, now)
        .map(date -> date.isBefore(now) ? Duration.ZERO : Duration.between(now, date));
  }

  private static Duration seconds(String whole, String decimals) {
    String digits = whole.replaceFirst("^0+", "");
    if (digits.length() > DIGITS_MAX) {
      return Durations.LONGEST;
    }
    long millis = Long.parseLong(digits + (decimals + "000").substring(0, 3));
    boolean more = decimals.chars().skip(3).anyMatch(digit -> digit != '0');
    return Duration.ofMillis(more ? millis + 1 : millis);
  }
}
