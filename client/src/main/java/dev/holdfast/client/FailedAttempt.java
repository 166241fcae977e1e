package dev.holdfast.client;

import dev.holdfast.core.CallEnding;
import dev.holdfast.core.StopReason;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One attempt that failed, on its way to the loop. Without a stack trace: it never leaves. */
final class FailedAttempt extends Exception {
  private static final long serialVersionUID = 1L;

  final transient CallError error;
  final transient CallEnding ending;
  final boolean retryable;
  private final String cause;
  private final @Nullable StopReason decided;
  // What was answered, where that was the failure.
  final transient byte @Nullable [] body;

  private FailedAttempt(
      CallError error,
      CallEnding ending,
      boolean retryable,
      String cause,
      @Nullable StopReason decided,
      byte @Nullable [] body) {
    super(null, null, false, false);
    this.error = error;
    this.ending = ending;
    this.retryable = retryable;
    this.cause = cause;
    this.decided = decided;
    this.body = body;
  }

  static FailedAttempt of(CallError error, CallEnding ending, boolean retryable, String cause) {
    return new FailedAttempt(error, ending, retryable, cause, null, null);
  }

  /** The same, of an answer with this body. */
  FailedAttempt answered(byte[] by) {
    return new FailedAttempt(error, ending, retryable, cause, decided, by);
  }

  /** One that was not even made, for a reason that settles what follows. */
  static FailedAttempt unmade(CallError error, StopReason reason) {
    CallEnding ending =
        reason == StopReason.CANCELLED
            ? new CallEnding.Cancelled(CallEnding.Sent.NO)
            : new CallEnding.Capped();
    return new FailedAttempt(error, ending, false, "", reason, null);
  }

  Optional<StopReason> decided() {
    return Optional.ofNullable(decided);
  }

  /** One that a plugin did not let go. */
  static FailedAttempt refused(CallError error) {
    return unmade(error, error.stop().orElse(StopReason.NOT_RETRYABLE));
  }

  @Nullable Duration asked() {
    return error.retryAfter().orElse(null);
  }

  /** What a caller may see as the cause: the types of what was thrown, or nothing. */
  @Nullable TransportException shown() {
    return cause.isEmpty() ? null : new TransportException(cause);
  }
}
