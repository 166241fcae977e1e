package dev.holdfast.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationsTest {

  @ParameterizedTest
  @CsvSource({
    "30s, 30000",
    "3d, 259200000",
    "1500ms, 1500",
    "2h, 7200000",
    "10 m, 600000",
    "0s, 0",
    "9999999999ms, 9999999999",
    "9999999999d, 863999999913600000"
  })
  void reads_a_number_and_its_unit(String text, long millis) {
    assertThat(Durations.parse(text)).contains(Duration.ofMillis(millis));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "s", "30", "30x", "-1s", "+1s", "1.5s", "10000000000ms", "3 days"})
  void anything_else_is_none(String text) {
    assertThat(Durations.parse(text)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0 s",
    "1, 1 ms",
    "999, 999 ms",
    "1000, 1 s",
    "90000, 90 s",
    "60000, 1 m",
    "3600000, 1 h",
    "86400000, 1 d",
    "86400001, 86400001 ms",
    "-1000, -1 s"
  })
  void writes_the_largest_unit_that_fits(long millis, String text) {
    assertThat(Durations.text(Duration.ofMillis(millis))).isEqualTo(text);
  }

  @Test
  void what_is_written_is_read_back() {
    Trials.check(source -> {
      Duration duration = Duration.ofMillis(source.below(Integer.MAX_VALUE));
      assertThat(Durations.parse(Durations.text(duration))).contains(duration);
    });
  }

  @Test
  void milliseconds_saturate_at_both_ends() {
    Duration past = Duration.ofSeconds(Long.MAX_VALUE);
    assertThat(Durations.saturatedMillis(past)).isEqualTo(Long.MAX_VALUE);
    assertThat(Durations.saturatedMillis(past.negated())).isEqualTo(-Long.MAX_VALUE);
    assertThat(Durations.saturatedMillis(Durations.LONGEST.minusMillis(1)))
        .isEqualTo(Long.MAX_VALUE - 1);
    assertThat(Durations.saturatedMillis(Durations.LONGEST)).isEqualTo(Long.MAX_VALUE);
    assertThat(Durations.saturatedMillis(Durations.LONGEST.negated().plusMillis(1)))
        .isEqualTo(-Long.MAX_VALUE + 1);
  }

  @Test
  void a_sum_of_milliseconds_saturates() {
    assertThat(Durations.saturatedSum(0, 0)).isZero();
    assertThat(Durations.saturatedSum(Long.MAX_VALUE, 0)).isEqualTo(Long.MAX_VALUE);
    assertThat(Durations.saturatedSum(Long.MAX_VALUE, 1)).isEqualTo(Long.MAX_VALUE);
    assertThat(Durations.saturatedSum(2, 3)).isEqualTo(5);
  }
}
