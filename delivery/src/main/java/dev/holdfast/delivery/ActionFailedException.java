package dev.holdfast.delivery;

import dev.holdfast.core.CallEnding;
import dev.holdfast.core.CallOutcome;
import dev.holdfast.core.FailureKind;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Thrown by an action that failed in a way it declares. Carries no stack trace: it is an answer.
 */
public final class ActionFailedException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient Failure failure;
  private final transient Optional<Duration> retryAfter;

  private ActionFailedException(Failure failure, Optional<Duration> retryAfter) {
    super(failure.kind().text(), null, false, false);
    this.failure = failure;
    this.retryAfter = retryAfter;
  }

  /**
   * A failure of a kind.
   *
   * @param kind the kind
   * @return the exception
   */
  public static ActionFailedException of(FailureKind kind) {
    return new ActionFailedException(Failure.of(kind), Optional.empty());
  }

  /**
   * A failed call.
   *
   * @param ending how the call ended
   * @param failed what the table made of it
   * @return the exception
   */
  public static ActionFailedException of(CallEnding ending, CallOutcome.Failure failed) {
    OptionalInt status =
        switch (ending) {
          case CallEnding.Answered answered -> OptionalInt.of(answered.status());
          case CallEnding.AnsweredRetryAfter answered -> OptionalInt.of(answered.status());
          default -> OptionalInt.empty();
        };
    Optional<Duration> retryAfter =
        ending instanceof CallEnding.AnsweredRetryAfter asked
            ? Optional.of(asked.retryAfter())
            : Optional.empty();
    return new ActionFailedException(
        new Failure(failed.kind(), Optional.of(failed.code()), status), retryAfter);
  }

  Failure failure() {
    return failure;
  }

  Optional<Duration> retryAfter() {
    return retryAfter;
  }
}
