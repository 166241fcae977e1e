package dev.holdfast.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class RetryAfterTest {
  private static final Instant NOW = Instant.parse("2019-06-03T11:00:00Z");

  static Stream<Arguments> cases() {
    return Conformance.cases("retry-after.json", "cases", "value");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void reads_as_the_conformance_file_says(String value, JsonNode each) {
    Instant now = Instant.parse(Conformance.file("retry-after.json").get("now").asString());

    Optional<Duration> read =
        each.has("date")
            ? RetryAfter.read(value, each.get("date").asString(), now)
            : RetryAfter.read(value, now);

    JsonNode wait = each.get("waitMs");
    if (wait.isNull()) {
      assertThat(read).isEmpty();
    } else if (wait.isString()) {
      assertThat(read).contains(Durations.LONGEST);
    } else {
      assertThat(read).contains(Duration.ofMillis(wait.asLong()));
    }
  }

  @Test
  void the_longest_of_several_field_lines_wins_and_unreadable_ones_are_passed_over() {
    assertThat(RetryAfter.read("5, soon, 7", NOW)).contains(Duration.ofSeconds(7));
    assertThat(RetryAfter.read("soon, later", NOW)).isEmpty();
    assertThat(RetryAfter.read(",5", NOW)).contains(Duration.ofSeconds(5));
    assertThat(RetryAfter.read(",", NOW)).isEmpty();
    assertThat(RetryAfter.read(" \t12 ", NOW)).contains(Duration.ofSeconds(12));
  }

  @Test
  void a_fraction_rounds_up_however_long_it_is() {
    assertThat(RetryAfter.read("0." + "0".repeat(5_000) + "1", NOW)).contains(Duration.ofMillis(1));
    assertThat(RetryAfter.read("2." + "0".repeat(5_000), NOW)).contains(Duration.ofSeconds(2));
    assertThat(RetryAfter.read("0.0009", NOW)).contains(Duration.ofMillis(1));
    assertThat(RetryAfter.read("0.0010", NOW)).contains(Duration.ofMillis(1));
    assertThat(RetryAfter.read("0.00101", NOW)).contains(Duration.ofMillis(2));
    assertThat(RetryAfter.read("3.25", NOW)).contains(Duration.ofMillis(3_250));
  }

  @Test
  void fifteen_digits_are_counted_and_sixteen_are_the_longest_wait() {
    assertThat(RetryAfter.read("9".repeat(15), NOW))
        .contains(Duration.ofSeconds(999_999_999_999_999L));
    assertThat(RetryAfter.read("9".repeat(15) + ".9991", NOW))
        .contains(Duration.ofSeconds(1_000_000_000_000_000L));
    assertThat(RetryAfter.read("9".repeat(16), NOW)).contains(Durations.LONGEST);
    assertThat(RetryAfter.read("0".repeat(400) + "9", NOW)).contains(Duration.ofSeconds(9));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Mon, 00 Jun 2019 11:30:12 GMT",
        "Mon, 31 Jun 2019 11:30:12 GMT",
        "Fri, 29 Feb 2019 11:30:12 GMT",
        "Mon, 03 Jux 2019 11:30:12 GMT",
        "Mon, 03 Jun 2019 24:30:12 GMT",
        "Mon, 03 Jun 2019 11:60:12 GMT",
        "Mon, 03 Jun 2019 11:30:61 GMT",
        "Mon, 03 Jun 2019 11:30:12 EST",
        "Mon, 03 Jun 2019 11:30:12 +1801",
        "Mon, 03 Jun 2019 11:30:12 -1801",
        "",
        "1.",
        ".5",
        "1.2.3"
      })
  void what_is_no_number_and_no_date_is_ignored(String value) {
    assertThat(RetryAfter.read(value, NOW)).isEmpty();
  }

  @Test
  void a_zone_west_of_greenwich_is_read() {
    assertThat(RetryAfter.read("Mon, 03 Jun 2019 09:30:12 -0200", NOW))
        .contains(Duration.ofMinutes(30).plusSeconds(12));
    assertThat(RetryAfter.read("Fri, 29 Feb 2096 00:00:00 GMT", NOW)).isPresent();
  }

  @Test
  void a_zone_is_read_up_to_eighteen_hours_on_both_sides() {
    assertThat(HttpDate.read("Tue, 04 Jun 2019 05:00:00 +1800", NOW)).contains(NOW);
    assertThat(HttpDate.read("Sun, 02 Jun 2019 17:00:00 -1800", NOW)).contains(NOW);
  }

  @Test
  void a_two_digit_year_fifty_years_ahead_is_ahead_and_one_more_is_past() {
    assertThat(HttpDate.read("Monday, 03-Jun-69 11:00:00 GMT", NOW))
        .contains(Instant.parse("2069-06-03T11:00:00Z"));
    assertThat(HttpDate.read("Monday, 03-Jun-70 11:00:00 GMT", NOW))
        .contains(Instant.parse("1970-06-03T11:00:00Z"));
  }

  @Test
  void near_a_centurys_end_a_two_digit_year_may_be_of_the_next() {
    Instant in2095 = Instant.parse("2095-01-01T00:00:00Z");

    assertThat(HttpDate.read("Friday, 01-Jan-45 00:00:00 GMT", in2095))
        .contains(Instant.parse("2145-01-01T00:00:00Z"));
    assertThat(HttpDate.read("Monday, 01-Jan-46 00:00:00 GMT", in2095))
        .contains(Instant.parse("2046-01-01T00:00:00Z"));
  }

  @Test
  void nothing_a_server_sends_makes_it_throw_and_no_wait_is_negative() {
    Trials.check(source -> {
      String value = source.text("0123456789.,:;+- GMTJunSatmon²\u0000", 40);

      RetryAfter.read(value, NOW)
          .ifPresent(wait -> assertThat(wait).isGreaterThanOrEqualTo(Duration.ZERO));
    });
  }

  @Test
  void a_date_written_in_each_form_is_read_back() {
    Trials.check(source -> {
      Instant date = Instant.ofEpochSecond(source.below(Integer.MAX_VALUE));
      String form =
          switch (source.below(3)) {
            case 0 -> "EEE, dd MMM yyyy HH:mm:ss 'GMT'";
            case 1 -> "EEEE, dd-MMM-yy HH:mm:ss 'GMT'";
            default -> "EEE MMM ppd HH:mm:ss yyyy";
          };
      String text =
          DateTimeFormatter.ofPattern(form, Locale.ENGLISH).format(date.atOffset(ZoneOffset.UTC));

      // As seen at the date itself, so that two digits of the year are enough.
      assertThat(HttpDate.read(text, date)).contains(date);
    });
  }
}
