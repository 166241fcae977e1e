package dev.holdfast.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.simulation.RetrySchedule.Attempt;
import dev.holdfast.simulation.RetrySchedule.Outcome;
import dev.holdfast.simulation.ScriptedOutcome.Answer;
import dev.holdfast.simulation.ScriptedOutcome.NetworkError;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RetrySimulationProperties {

  private static void check(Property property) {
    Trials.check(source -> {
      List<ScriptedOutcome> script = source.script();
      SimulationOptions options = source.options(script.size());
      property.holds(script, options, RetrySimulation.run(script, options));
    });
  }

  private interface Property {
    void holds(List<ScriptedOutcome> script, SimulationOptions options, RetrySchedule schedule);
  }

  @Test
  void the_schedule_is_what_the_rules_say_in_exact_numbers() {
    check((script, options, schedule) -> assertThat(schedule).isEqualTo(exactly(script, options)));
  }

  @Test
  void every_wait_is_followed_by_an_attempt_and_every_later_attempt_preceded_by_a_wait() {
    check((script, options, schedule) -> {
      assertThat(schedule.waits()).hasSize(schedule.attempts().size() - 1);
      assertThat(schedule.attempts())
          .extracting(Attempt::attempt)
          .containsExactlyElementsOf(
              IntStream.rangeClosed(1, schedule.attempts().size()).boxed().toList());
    });
  }

  @Test
  void no_bound_is_ever_passed() {
    check((script, options, schedule) -> {
      assertThat(schedule.attempts()).hasSizeLessThanOrEqualTo(options.maxAttempts());
      assertThat(schedule.attempts().getFirst().at()).isZero();
      options
          .deadline()
          .ifPresent(ms -> assertThat(schedule.attempts().getLast().at()).isLessThanOrEqualTo(ms));
    });
  }

  @Test
  void what_the_script_holds_past_the_last_attempt_changes_nothing() {
    check((script, options, schedule) -> {
      List<ScriptedOutcome> longer = new ArrayList<>(script);
      if (schedule.attempts().size() <= script.size()) {
        longer.add(new NetworkError("EPIPE", 1));
        longer.add(new Answer(503, 2));
      }
      assertThat(RetrySimulation.run(longer, options)).isEqualTo(schedule);
    });
  }

  /** The rules once more, word by word and without bounds on the numbers. */
  private static RetrySchedule exactly(List<ScriptedOutcome> script, SimulationOptions options) {
    List<Attempt> attempts = new ArrayList<>();
    List<Long> waits = new ArrayList<>();
    BigInteger at = BigInteger.ZERO;
    for (int k = 1; ; k++) {
      ScriptedOutcome outcome = k <= script.size() ? script.get(k - 1) : new Answer(200, 0);
      if (options.timeout().isPresent() && outcome.ms() > options.timeout().getAsLong()) {
        outcome = new NetworkError("ETIMEDOUT", options.timeout().getAsLong());
      }
      attempts.add(new Attempt(k, at.longValueExact(), outcome.result()));
      BigInteger end = at.add(BigInteger.valueOf(outcome.ms()));
      if (outcome.result().startsWith("HTTP 2")) {
        return new RetrySchedule(Outcome.SUCCESS, attempts, waits);
      }
      if (!List.of("ECONNRESET", "ETIMEDOUT", "EAI_AGAIN", "HTTP 429", "HTTP 503")
          .contains(outcome.result())) {
        return new RetrySchedule(Outcome.FATAL, attempts, waits);
      }
      if (k == options.maxAttempts()) {
        return new RetrySchedule(Outcome.EXHAUSTED, attempts, waits);
      }
      BigInteger wait = exactWait(outcome, options, k, end);
      at = end.add(wait);
      if (options.deadline().isPresent()
          && at.compareTo(BigInteger.valueOf(options.deadline().getAsLong())) > 0) {
        return new RetrySchedule(Outcome.DEADLINE, attempts, waits);
      }
      waits.add(wait.longValueExact());
    }
  }

  private static BigInteger exactWait(
      ScriptedOutcome outcome, SimulationOptions options, int k, BigInteger end) {
    if (outcome instanceof Answer answer && answer.asked() instanceof AskedWait.For asked) {
      return BigInteger.valueOf(asked.ms());
    }
    if (outcome instanceof Answer answer && answer.asked() instanceof AskedWait.Until until) {
      BigInteger now = end.add(BigInteger.valueOf(options.startTime().orElseThrow()));
      return BigInteger.valueOf(until.date().toEpochMilli()).subtract(now).max(BigInteger.ZERO);
    }
    BigInteger ceiling =
        BigInteger.valueOf(options.baseDelay())
            .shiftLeft(k - 1)
            .min(BigInteger.valueOf(options.maxDelay()));
    // The product is a double's, as the rule has it, and rounded as a double is.
    return BigDecimal.valueOf(options.jitter().get(k - 1) * ceiling.doubleValue()).toBigInteger();
  }
}
