package dev.holdfast.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.simulation.RetrySchedule.Attempt;
import dev.holdfast.simulation.RetrySchedule.Outcome;
import dev.holdfast.simulation.ScriptedOutcome.Answer;
import dev.holdfast.simulation.ScriptedOutcome.NetworkError;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RetrySimulationTest {
  private static final SimulationOptions HALVES =
      SimulationOptions.of(100, 1_000, 4, List.of(0.5, 0.5, 0.5));
  private static final AskedWait ONE_SECOND_PAST_1970 =
      new AskedWait.Until(Instant.ofEpochSecond(1));

  static List<Conformance.Case> cases() {
    return Conformance.cases();
  }

  private static ScriptedOutcome reset(long ms) {
    return new NetworkError("ECONNRESET", ms);
  }

  private static ScriptedOutcome busy(AskedWait asked) {
    return new Answer(503, asked, 0);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void answers_as_the_conformance_file_says(Conformance.Case each) {
    assertThat(RetrySimulation.run(each.outcomes(), each.options())).isEqualTo(each.expected());
  }

  @Test
  void the_conformance_file_is_whole() {
    assertThat(cases()).hasSize(228);
  }

  @Test
  void shows_each_attempt_and_each_wait() {
    RetrySchedule schedule = RetrySimulation.run(List.of(reset(7), reset(0)), HALVES);

    assertThat(schedule.outcome()).isEqualTo(Outcome.SUCCESS);
    assertThat(schedule.attempts())
        .containsExactly(
            new Attempt(1, 0, "ECONNRESET"),
            new Attempt(2, 57, "ECONNRESET"),
            new Attempt(3, 157, "HTTP 200"));
    assertThat(schedule.waits()).containsExactly(50L, 100L);
    assertThat(schedule.outcome().text()).isEqualTo("success");
  }

  @Test
  void an_attempt_may_take_as_long_as_the_timeout_and_not_a_millisecond_longer() {
    SimulationOptions options = HALVES.withTimeout(20);

    assertThat(RetrySimulation.run(List.of(new Answer(200, 20)), options).waits()).isEmpty();
    assertThat(RetrySimulation.run(List.of(new Answer(200, 21)), options).attempts())
        .containsExactly(new Attempt(1, 0, "ETIMEDOUT"), new Attempt(2, 70, "HTTP 200"));
  }

  @Test
  void the_next_attempt_may_start_at_the_deadline_and_not_a_millisecond_later() {
    List<ScriptedOutcome> script = List.of(reset(30));

    assertThat(RetrySimulation.run(script, HALVES.withDeadline(80)).outcome())
        .isEqualTo(Outcome.SUCCESS);
    assertThat(RetrySimulation.run(script, HALVES.withDeadline(79)))
        .isEqualTo(
            new RetrySchedule(
                Outcome.DEADLINE, List.of(new Attempt(1, 0, "ECONNRESET")), List.of()));
  }

  @Test
  void a_date_is_waited_for_to_the_millisecond() {
    List<ScriptedOutcome> script = List.of(busy(ONE_SECOND_PAST_1970));

    assertThat(RetrySimulation.run(script, HALVES.withStartTime(999)).waits()).containsExactly(1L);
    assertThat(RetrySimulation.run(script, HALVES.withStartTime(1_000)).waits())
        .containsExactly(0L);
    assertThat(RetrySimulation.run(script, HALVES.withStartTime(1_001)).waits())
        .containsExactly(0L);
  }

  @Test
  void a_fraction_of_a_second_is_waited_for() {
    AskedWait asked = AskedWait.seconds(new BigDecimal("1.0001"));

    assertThat(RetrySimulation.run(List.of(busy(asked)), HALVES).waits()).containsExactly(1_001L);
  }

  @Test
  void jitter_missing_where_a_wait_needs_it_is_refused() {
    SimulationOptions one = SimulationOptions.of(100, 1_000, 9, List.of(0.5));

    assertThat(RetrySimulation.run(List.of(reset(0)), one).waits()).hasSize(1);
    assertThatThrownBy(() -> RetrySimulation.run(List.of(reset(0), reset(0)), one))
        .isInstanceOf(SimulationInputException.class)
        .hasMessage("jitter[1] must be given for the wait after attempt 2 but was missing");
  }

  @Test
  void jitter_is_not_needed_where_no_backoff_is_drawn() {
    SimulationOptions none = SimulationOptions.of(100, 1_000, 2, List.of());

    assertThat(RetrySimulation.run(List.of(busy(new AskedWait.For(3)), reset(0)), none).outcome())
        .isEqualTo(Outcome.EXHAUSTED);
  }

  @Test
  void a_start_time_missing_where_a_date_needs_it_is_refused() {
    assertThatThrownBy(() -> RetrySimulation.run(List.of(busy(ONE_SECOND_PAST_1970)), HALVES))
        .isInstanceOf(SimulationInputException.class)
        .hasMessage(
            "startTime must be given for the date in the answer to attempt 1 but was missing");
  }

  @Test
  void a_start_time_is_not_needed_where_the_date_is_not_waited_for() {
    SimulationOptions once = SimulationOptions.of(100, 1_000, 1, List.of());

    assertThat(RetrySimulation.run(List.of(busy(ONE_SECOND_PAST_1970)), once).outcome())
        .isEqualTo(Outcome.EXHAUSTED);
    assertThat(
            RetrySimulation.run(List.of(new Answer(500, ONE_SECOND_PAST_1970, 0)), HALVES)
                .outcome())
        .isEqualTo(Outcome.FATAL);
  }

  @Test
  void times_too_large_to_count_stay_at_the_largest() {
    long max = Long.MAX_VALUE;
    List<ScriptedOutcome> script = Collections.nCopies(3, reset(max));
    SimulationOptions options = SimulationOptions.of(max, max, 4, List.of(0.9, 0.9, 0.9));

    assertThat(RetrySimulation.run(script, options).attempts().getLast())
        .isEqualTo(new Attempt(4, max, "HTTP 200"));
    assertThat(RetrySimulation.run(script, options.withDeadline(max - 1)).outcome())
        .isEqualTo(Outcome.DEADLINE);
    assertThat(
            RetrySimulation.run(
                    List.of(busy(new AskedWait.Until(Instant.MAX.minusNanos(999_999_999)))),
                    options.withStartTime(0))
                .waits())
        .containsExactly(max);
  }
}
