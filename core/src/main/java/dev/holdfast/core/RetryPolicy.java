package dev.holdfast.core;

import java.time.Duration;
import java.util.Objects;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/**
 * How often a call is tried and how long it waits in between.
 *
 * @param maxAttempts how often it is tried in all, at least 1
 * @param backoff its own waits
 * @param waitRule how they come together with a wait that the provider asks for
 */
public record RetryPolicy(int maxAttempts, Backoff backoff, WaitRule waitRule) {

  /** Five attempts, full jitter from a second to a minute, the longer of both waits. */
  public static final RetryPolicy DEFAULT =
      new RetryPolicy(5, FullJitter.FOR_CALLS, WaitRule.LONGER_OF_BOTH);

  /**
   * Checks the number of attempts.
   *
   * @throws IllegalArgumentException if it is below 1
   */
  public RetryPolicy {
    Require.between("maxAttempts", maxAttempts, 1, Integer.MAX_VALUE);
    Objects.requireNonNull(backoff, "backoff");
    Objects.requireNonNull(waitRule, "waitRule");
  }

  /**
   * Decides what follows a failed attempt. The order is fixed: cancelled, not retryable, attempts,
   * budget, then the wait: too long, past the deadline.
   *
   * @param bounds what the call may spend
   * @param progress what it has spent
   * @param retryable whether another attempt could mend the failure
   * @param asked the wait that the provider asks for, or null where it asks for none
   * @param random drawn from, once at most, where the own backoff is needed
   * @return another attempt after a wait, or a stop
   */
  public RetryDecision afterFailure(
      CallBounds bounds,
      CallProgress progress,
      boolean retryable,
      @Nullable Duration asked,
      DoubleSupplier random) {
    if (progress.cancelled()) {
      return new RetryDecision.Stop(StopReason.CANCELLED);
    }
    if (!retryable) {
      return new RetryDecision.Stop(StopReason.NOT_RETRYABLE);
    }
    if (progress.attempts() >= maxAttempts) {
      return new RetryDecision.Stop(StopReason.ATTEMPTS);
    }
    if (progress.requests() >= bounds.maxRequests()) {
      return new RetryDecision.Stop(StopReason.BUDGET);
    }
    return waitWithin(bounds, progress, asked, random);
  }

  private RetryDecision waitWithin(
      CallBounds bounds, CallProgress progress, @Nullable Duration asked, DoubleSupplier random) {
    Duration wait = wait(progress.attempts(), asked, random);
    if (bounds.hasDeadline()) {
      // Milliseconds saturate, so that an absurd Retry-After ends here and not in an exception.
      long end =
          Durations.saturatedSum(
              Durations.saturatedMillis(progress.elapsed()), Durations.saturatedMillis(wait));
      return end > Durations.saturatedMillis(bounds.deadline())
          ? new RetryDecision.Stop(StopReason.DEADLINE)
          : new RetryDecision.Retry(wait);
    }
    return asked != null && asked.compareTo(bounds.maxRetryAfter()) > 0
        ? new RetryDecision.Stop(StopReason.WAIT_TOO_LONG)
        : new RetryDecision.Retry(wait);
  }

  private Duration wait(int attempt, @Nullable Duration asked, DoubleSupplier random) {
    if (asked != null && waitRule == WaitRule.FOLLOW_ASKED) {
      return asked;
    }
    Duration own = backoff.after(attempt, random.getAsDouble());
    return asked == null ? own : Durations.longer(asked, own);
  }
}
