package dev.holdfast.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.simulation.ScriptedOutcome.Answer;
import dev.holdfast.simulation.ScriptedOutcome.NetworkError;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class InputTest {
  private static final SimulationOptions LEAST = SimulationOptions.of(0, 0, 1, List.of());

  private static void refused(ThrowingCallable input, String message) {
    assertThatThrownBy(input).isInstanceOf(SimulationInputException.class).hasMessage(message);
  }

  @Test
  void delays_start_at_zero_and_attempts_at_one() {
    assertThat(LEAST.withTimeout(0).withDeadline(0).withStartTime(0).timeout()).hasValue(0);
    refused(
        () -> SimulationOptions.of(-1, 0, 1, List.of()),
        "baseDelay must not be negative but was -1");
    refused(
        () -> SimulationOptions.of(0, -1, 1, List.of()),
        "maxDelay must not be negative but was -1");
    refused(
        () -> SimulationOptions.of(0, 0, 0, List.of()), "maxAttempts must be at least 1 but was 0");
    refused(() -> LEAST.withTimeout(-1), "timeout must not be negative but was -1");
    refused(() -> LEAST.withDeadline(-1), "deadline must not be negative but was -1");
    refused(() -> LEAST.withStartTime(-1), "startTime must not be negative but was -1");
  }

  @ParameterizedTest
  @ValueSource(doubles = {-0.001, 1, Double.NaN, Double.POSITIVE_INFINITY})
  void jitter_outside_its_range_is_refused_with_its_place(double value) {
    refused(
        () -> SimulationOptions.of(0, 0, 1, List.of(0.0, Math.nextDown(1.0), value)),
        "jitter[2] must be at least 0 and less than 1 but was " + value);
  }

  @Test
  void a_status_has_three_digits_and_no_time_is_negative() {
    assertThat(new Answer(100, 0).result()).isEqualTo("HTTP 100");
    assertThat(new Answer(999, 0).result()).isEqualTo("HTTP 999");
    refused(() -> new Answer(99, 0), "status must be between 100 and 999 but was 99");
    refused(() -> new Answer(1_000, 0), "status must be between 100 and 999 but was 1000");
    refused(() -> new Answer(200, -1), "ms must not be negative but was -1");
    refused(() -> new NetworkError("EPIPE", -1), "ms must not be negative but was -1");
    refused(() -> new NetworkError(" ", 0), "code must not be blank but was \" \"");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "0.000, 0",
    "0E-1000000000, 0",
    "1E-1000000000, 1",
    "0.001, 1",
    "0.0010001, 2",
    "1.1, 1100",
    "1.5, 1500",
    "20, 20000",
    "2E1, 20000",
    "9223372036854775.8069, 9223372036854775807",
    "9223372036854775.8071, 9223372036854775807",
    "1E1000000000, 9223372036854775807"
  })
  void seconds_round_up_to_the_millisecond(String seconds, long millis) {
    assertThat(AskedWait.seconds(new BigDecimal(seconds))).isEqualTo(new AskedWait.For(millis));
  }

  @Test
  void an_asked_wait_is_not_negative_and_a_date_a_whole_second() {
    refused(
        () -> AskedWait.seconds(new BigDecimal("-0.1")),
        "retryAfter must not be negative but was -0.1");
    refused(() -> new AskedWait.For(-1), "retryAfter must not be negative but was -1");
    refused(
        () -> new AskedWait.Until(Instant.ofEpochMilli(1)),
        "retryAfter must be a whole second but was 1970-01-01T00:00:00.001Z");
  }

  @Test
  void options_keep_their_own_copy_of_the_jitter() {
    List<Double> jitter = new ArrayList<>(List.of(0.5));
    SimulationOptions options = SimulationOptions.of(0, 0, 1, jitter);

    jitter.set(0, 7.0);

    assertThat(options.jitter()).containsExactly(0.5);
  }
}
