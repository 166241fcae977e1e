package dev.holdfast.client;

import dev.holdfast.core.CallEnding.Sent;
import dev.holdfast.core.ErrorCode;
import dev.holdfast.core.StopReason;
import java.time.Duration;

/** The errors that this side makes, in the words that users read. */
final class Errors {
  private Errors() {}

  static CallError aborted(String provider, Sent sent, int attempts) {
    return CallError.of(ErrorCode.PROVIDER, provider, "The call was aborted")
        .permanent(true)
        .aborted(true)
        .sent(sent)
        .attempts(attempts)
        .stop(StopReason.CANCELLED)
        .build();
  }

  static CallError.Builder noAnswer(String provider, long timeoutMillis) {
    return CallError.of(
            ErrorCode.PROVIDER,
            provider,
            provider + " did not answer within " + timeoutMillis + " ms")
        .timedOut(true)
        .sent(Sent.MAYBE);
  }

  static CallError.Builder budget(String provider, int requests) {
    return CallError.of(
        ErrorCode.RATE_LIMITED,
        provider,
        "The call used its budget of " + requests + " request(s) to " + provider);
  }

  static CallError pastDeadline(String provider, long deadlineMillis) {
    return CallError.of(
            ErrorCode.PROVIDER,
            provider,
            "The call passed its deadline of " + deadlineMillis + " ms to " + provider)
        .timedOut(true)
        .stop(StopReason.DEADLINE)
        .build();
  }

  static CallError unfit(String provider, String what, Exception why, Meta meta) {
    return CallError.of(
            ErrorCode.PROVIDER,
            provider,
            provider + " responded with " + what + " that is unfit: " + why.getMessage())
        .sent(Sent.ANSWERED)
        .attempts(meta.requests())
        .stop(StopReason.NOT_RETRYABLE)
        .build();
  }

  static CallError throttled(String provider, Duration deadline) {
    return CallError.of(
            ErrorCode.RATE_LIMITED,
            provider,
            "The rate budget of "
                + provider
                + " had no place within the deadline of "
                + deadline.toMillis()
                + " ms")
        .timedOut(true)
        .build();
  }

  static CallError paused(String provider, Duration left) {
    return CallError.of(
            ErrorCode.RATE_LIMITED,
            provider,
            provider
                + " has asked to be left alone for another "
                + left.toMillis()
                + " ms, which is longer than maxRetryAfter")
        .retryAfter(left)
        .build();
  }
}
