package dev.holdfast.simulation;

import dev.holdfast.core.CallBounds;
import dev.holdfast.core.CallProgress;
import dev.holdfast.core.Durations;
import dev.holdfast.core.FullJitter;
import dev.holdfast.core.RetryDecision;
import dev.holdfast.core.RetryPolicy;
import dev.holdfast.core.StopReason;
import dev.holdfast.core.WaitRule;
import dev.holdfast.simulation.RetrySchedule.Attempt;
import dev.holdfast.simulation.RetrySchedule.Outcome;
import dev.holdfast.simulation.ScriptedOutcome.Answer;
import dev.holdfast.simulation.ScriptedOutcome.NetworkError;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Retries on a virtual clock: from what the provider will do with each attempt to the schedule of
 * attempts and waits. Nothing waits, and whether and when to try again is decided by {@link
 * RetryPolicy}, as it is in production.
 *
 * <p>Unlike the client, whose {@link RetryPolicy#DEFAULT} takes the longer of both waits, a
 * simulation <i>follows</i> the wait that an answer asks for; and it knows few failures that
 * another attempt could mend: {@code ECONNRESET}, {@code ETIMEDOUT}, {@code EAI_AGAIN}, 429 and
 * 503.
 */
public final class RetrySimulation {
  private static final Set<String> RETRYABLE_CODES = Set.of("ECONNRESET", "ETIMEDOUT", "EAI_AGAIN");
  private static final ScriptedOutcome PAST_THE_SCRIPT = new Answer(200, 0);

  private final List<ScriptedOutcome> script;
  private final SimulationOptions options;
  private final RetryPolicy policy;
  private final CallBounds bounds;
  private final NetworkError timedOut;
  private final List<Attempt> attempts = new ArrayList<>();
  private final List<Long> waits = new ArrayList<>();

  private RetrySimulation(List<ScriptedOutcome> script, SimulationOptions options) {
    this.script = script;
    this.options = options;
    var backoff =
        new FullJitter(
            Duration.ofMillis(options.baseDelay()),
            Duration.ofMillis(options.maxDelay()),
            Duration.ZERO);
    policy = new RetryPolicy(options.maxAttempts(), backoff, WaitRule.FOLLOW_ASKED);
    Duration deadline = Duration.ofMillis(options.deadline().orElse(Long.MAX_VALUE));
    bounds = new CallBounds(Integer.MAX_VALUE, deadline, Durations.LONGEST);
    timedOut = new NetworkError("ETIMEDOUT", options.timeout().orElse(Long.MAX_VALUE));
  }

  /**
   * Simulates one call.
   *
   * @param script what the provider does with attempt 1, 2 and so on; past its end every attempt is
   *     answered with 200 at once
   * @param options the policy, and the chance and time to run it with
   * @return the schedule
   * @throws SimulationInputException if the jitter has no value for a wait that needs one, or there
   *     is no start time where an answer asks to wait until a date
   */
  public static RetrySchedule run(List<ScriptedOutcome> script, SimulationOptions options) {
    return new RetrySimulation(script, options).run();
  }

  private RetrySchedule run() {
    long at = 0;
    for (int attempt = 1; ; attempt++) {
      ScriptedOutcome outcome = outcome(attempt);
      attempts.add(new Attempt(attempt, at, outcome.result()));
      if (succeeded(outcome)) {
        return schedule(Outcome.SUCCESS);
      }
      long end = Durations.saturatedSum(at, outcome.ms());
      switch (decide(attempt, end, outcome)) {
        case RetryDecision.Stop(StopReason reason) -> {
          return schedule(outcome(reason));
        }
        case RetryDecision.Retry(Duration delay) -> {
          long wait = delay.toMillis();
          waits.add(wait);
          at = Durations.saturatedSum(end, wait);
        }
      }
    }
  }

  /** What the client sees of an attempt: what the provider does, unless that takes too long. */
  private ScriptedOutcome outcome(int attempt) {
    ScriptedOutcome scripted = attempt <= script.size() ? script.get(attempt - 1) : PAST_THE_SCRIPT;
    return scripted.ms() > timedOut.ms() ? timedOut : scripted;
  }

  private RetryDecision decide(int attempt, long end, ScriptedOutcome outcome) {
    boolean retryable = retryable(outcome);
    // Where no wait follows, what only a wait needs may be missing.
    boolean mayWait = retryable && attempt < options.maxAttempts();
    return policy.afterFailure(
        bounds,
        new CallProgress(attempt, attempt, Duration.ofMillis(end), false),
        retryable,
        mayWait ? asked(attempt, end, outcome) : null,
        () -> jitter(attempt));
  }

  private static boolean succeeded(ScriptedOutcome outcome) {
    return outcome instanceof Answer answer && answer.status() >= 200 && answer.status() <= 299;
  }

  private static boolean retryable(ScriptedOutcome outcome) {
    return switch (outcome) {
      case NetworkError error -> RETRYABLE_CODES.contains(error.code());
      case Answer answer -> answer.status() == 429 || answer.status() == 503;
    };
  }

  private @Nullable Duration asked(int attempt, long end, ScriptedOutcome outcome) {
    return switch (outcome) {
      case NetworkError error -> null;
      case Answer answer ->
          switch (answer.asked()) {
            case AskedWait.None() -> null;
            case AskedWait.For(long ms) -> Duration.ofMillis(ms);
            case AskedWait.Until(Instant date) -> until(date, attempt, end);
          };
    };
  }

  private Duration until(Instant date, int attempt, long end) {
    if (options.startTime().isEmpty()) {
      throw missing("startTime", "the date in the answer to attempt " + attempt);
    }
    long now = Durations.saturatedSum(options.startTime().getAsLong(), end);
    Duration left = Duration.between(Instant.ofEpochMilli(now), date);
    return Duration.ofMillis(Math.max(0, Durations.saturatedMillis(left)));
  }

  private double jitter(int attempt) {
    if (attempt > options.jitter().size()) {
      throw missing("jitter[" + (attempt - 1) + "]", "the wait after attempt " + attempt);
    }
    return options.jitter().get(attempt - 1);
  }

  private static SimulationInputException missing(String name, String neededFor) {
    return new SimulationInputException(name, "be given for " + neededFor, "missing");
  }

  private RetrySchedule schedule(Outcome outcome) {
    return new RetrySchedule(outcome, attempts, waits);
  }

  private static Outcome outcome(StopReason reason) {
    return switch (reason) {
      case NOT_RETRYABLE -> Outcome.FATAL;
      case ATTEMPTS -> Outcome.EXHAUSTED;
      case DEADLINE -> Outcome.DEADLINE;
      case CANCELLED, BUDGET, WAIT_TOO_LONG ->
          throw new IllegalStateException("a simulation has no bound to stop for: " + reason);
    };
  }
}
