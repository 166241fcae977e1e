package dev.holdfast.core;

import dev.holdfast.core.ClaimFacts.Lease;
import java.time.Duration;
import java.util.Objects;

/**
 * The rules of a subscriber's deliveries: what becomes of one at its claim and after an attempt.
 *
 * @param budget what a delivery may spend
 * @param backoff the waits between its attempts
 */
public record DeliveryPolicy(RetryBudget budget, Backoff backoff) {

  /** Ten attempts within a day, full jitter from 30 seconds to six hours. */
  public static final DeliveryPolicy DEFAULT =
      new DeliveryPolicy(RetryBudget.DEFAULT, FullJitter.FOR_DELIVERIES);

  /** A provider's wait is taken up to this, so that one absurd header cannot spend the window. */
  private static final Duration RETRY_AFTER_MAX = Duration.ofHours(6);

  /** Checks that both are there. */
  public DeliveryPolicy {
    Objects.requireNonNull(budget, "budget");
    Objects.requireNonNull(backoff, "backoff");
  }

  /**
   * Decides what becomes of a due delivery at its claim. The order is fixed: handled, park, give
   * up, hold, run.
   *
   * @param facts what is known of it
   * @return the decision
   */
  public AtClaim atClaim(ClaimFacts facts) {
    switch (facts.handled()) {
      case YES -> {
        return new AtClaim.AlreadyHandled();
      }
      case UNREACHABLE -> {
        return new AtClaim.HandledUnreachable();
      }
      case NO -> {}
    }
    if (facts.lease() == Lease.LAPSED_MAY_HAVE_CALLED) {
      return new AtClaim.Park(FailureKind.LEASE_EXPIRED);
    }
    int attempts = facts.spent().attempts();
    if (attempts >= budget.attempts() || isPastWindow(facts.spent(), Duration.ZERO)) {
      return new AtClaim.GiveUp(attempts, lastFailure(facts));
    }
    return switch (facts.gate()) {
      case OPEN -> new AtClaim.Hold(attempts);
      case CLOSED -> new AtClaim.Run(attempts + 1, false);
      case PROBE_DUE -> new AtClaim.Run(attempts + 1, true);
    };
  }

  private static FailureKind lastFailure(ClaimFacts facts) {
    return facts.lease() == Lease.LAPSED
        ? FailureKind.LEASE_EXPIRED
        : facts.lastFailure().orElse(FailureKind.DEADLINE_EXCEEDED);
  }

  /**
   * Decides what becomes of a delivery after an attempt.
   *
   * @param spent its budget so far, this attempt included
   * @param ending how the attempt ended
   * @param random a number drawn evenly from 0 (included) to 1 (excluded), for the wait
   * @return the decision
   */
  public AfterAttempt afterAttempt(Spent spent, AttemptEnding ending, double random) {
    return switch (ending) {
      case AttemptEnding.Succeeded() -> new AfterAttempt.Succeed();
      case AttemptEnding.Failed failed -> afterFailure(spent, failed.kind(), Duration.ZERO, random);
      case AttemptEnding.FailedRetryAfter failed ->
          afterFailure(spent, failed.kind(), asked(failed), random);
    };
  }

  private AfterAttempt afterFailure(Spent spent, FailureKind kind, Duration asked, double random) {
    return switch (kind.then()) {
      case PARK -> new AfterAttempt.Park();
      case FAIL -> new AfterAttempt.Fail(AfterAttempt.Reason.KIND);
      case RETRY -> retry(spent, asked, random);
    };
  }

  private AfterAttempt retry(Spent spent, Duration asked, double random) {
    if (spent.attempts() >= budget.attempts()) {
      return new AfterAttempt.Fail(AfterAttempt.Reason.ATTEMPTS);
    }
    Duration wait = Durations.longer(asked, backoff.after(spent.attempts(), random));
    return isPastWindow(spent, wait)
        ? new AfterAttempt.Fail(AfterAttempt.Reason.WINDOW)
        : new AfterAttempt.Retry(wait);
  }

  private static Duration asked(AttemptEnding.FailedRetryAfter failed) {
    boolean heeded =
        failed.kind() == FailureKind.UNAVAILABLE || failed.kind() == FailureKind.RATE_LIMITED;
    return heeded ? Durations.shorter(failed.retryAfter(), RETRY_AFTER_MAX) : Duration.ZERO;
  }

  private boolean isPastWindow(Spent spent, Duration wait) {
    // Differences, because the sums of both sides would saturate at the same number.
    long counted =
        Durations.saturatedMillis(spent.sinceStart()) - Durations.saturatedMillis(spent.held());
    long latest = Durations.saturatedMillis(budget.within()) - Durations.saturatedMillis(wait);
    return counted > latest;
  }
}
