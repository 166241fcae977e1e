package dev.holdfast.core;

import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the three date forms of HTTP (RFC 9110 section 5.6.7): {@code Sun, 06 Nov 1994 08:49:37
 * GMT}, {@code Sunday, 06-Nov-94 08:49:37 GMT} and {@code Sun Nov 6 08:49:37 1994}.
 *
 * <p>Lenient where leniency can't mislead: letters in any case, a day of one digit, a weekday that
 * doesn't fit, a zone of {@code UTC} or {@code +0200}, a leap second. Total: never throws.
 */
public final class HttpDate {
  private static final String TIME = "(\\d{2}):(\\d{2}):(\\d{2})";
  private static final String ZONE = " (GMT|UTC|UT|Z|[+-]\\d{4})";

  private static final Pattern FIXDATE =
      pattern("[a-z]{3}, (\\d{1,2}) ([a-z]{3}) (\\d{4}) " + TIME + ZONE);
  private static final Pattern RFC_850 =
      pattern("[a-z]{6,9}, (\\d{1,2})-([a-z]{3})-(\\d{2}) " + TIME + ZONE);
  private static final Pattern ASCTIME =
      pattern("[a-z]{3} ([a-z]{3}) {1,2}(\\d{1,2}) " + TIME + " (\\d{4})");

  private static final List<String> MONTHS =
      List.of("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec");

  private HttpDate() {}

  private static Pattern pattern(String regex) {
    return Pattern.compile(regex, Pattern.CASE_INSENSITIVE);
  }

  /**
   * Reads an HTTP date.
   *
   * @param text any text
   * @param now what a year of two digits is placed by: one that seems more than 50 years ahead is
   *     in the past
   * @return the instant, or empty where the text is no such date
   */
  public static Optional<Instant> read(String text, Instant now) {
    Matcher m = FIXDATE.matcher(text);
    if (m.matches()) {
      return instant(Integer.parseInt(m.group(3)), m.group(2), m.group(1), m, 4, m.group(7));
    }
    m = RFC_850.matcher(text);
    if (m.matches()) {
      int year = century(Integer.parseInt(m.group(3)), now);
      return instant(year, m.group(2), m.group(1), m, 4, m.group(7));
    }
    m = ASCTIME.matcher(text);
    if (m.matches()) {
      return instant(Integer.parseInt(m.group(6)), m.group(1), m.group(2), m, 3, "GMT");
    }
    return Optional.empty();
  }

  private static int century(int twoDigits, Instant now) {
    int thisYear = now.atOffset(ZoneOffset.UTC).getYear();
    int year = thisYear - thisYear % 100 + twoDigits;
    if (year > thisYear + 50) {
      return year - 100;
    }
    // Near a century's end the next one is closer.
    return year <= thisYear - 50 ? year + 100 : year;
  }

  private static Optional<Instant> instant(
      int year, String monthName, String dayText, Matcher m, int time, String zone) {
    int month = MONTHS.indexOf(monthName.toLowerCase(Locale.ROOT)) + 1;
    int day = Integer.parseInt(dayText);
    if (month == 0 || day < 1 || day > YearMonth.of(year, month).lengthOfMonth()) {
      return Optional.empty();
    }
    int hour = Integer.parseInt(m.group(time));
    int minute = Integer.parseInt(m.group(time + 1));
    int second = Integer.parseInt(m.group(time + 2));
    int offset = offsetMinutes(zone);
    if (hour > 23 || minute > 59 || second > 60 || Math.abs(offset) > 18 * 60) {
      return Optional.empty();
    }
    return Optional.of(
        LocalDate.of(year, month, day)
            .atStartOfDay()
            .plusSeconds(hour * 3600L + (minute - offset) * 60L + second)
            .toInstant(ZoneOffset.UTC));
  }

  private static int offsetMinutes(String zone) {
    char sign = zone.charAt(0);
    if (sign != '+' && sign != '-') {
      return 0;
    }
    int hhmm = Integer.parseInt(zone.substring(1));
    int minutes = hhmm / 100 * 60 + hhmm % 100;
    return sign == '-' ? -minutes : minutes;
  }
}
