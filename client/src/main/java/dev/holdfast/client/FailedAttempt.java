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

  private FailedAttempt(
      CallError error,
      CallEnding ending,
      boolean retryable,
      String cause,
      @Nullable StopReason decided) {
    super(null, null, false, false);
    this.error = error;
    this.ending = ending;
    this.retryable = retryable;
    this.cause = cause;
    this.decided = decided;
  }

  static FailedAttempt of(CallError error, CallEnding ending, boolean retryable, String cause) {
    return new FailedAttempt(error, ending, retryable, cause, null);
  }

  /** One that was not even made, for a reason that settles what follows. */
  static FailedAttempt unmade(CallError error, StopReason reason) {
    CallEnding ending =
        reason == StopReason.CANCELLED
            ? new CallEnding.Cancelled(CallEnding.Sent.NO)
            : new CallEnding.Capped();
    return new FailedAttempt(error, ending, false, "", reason);
  }

  Optional<StopReason> decided() {
    return Optional.ofNullable(decided);
  }

  @Nullable Duration asked() {
    return error.retryAfter().orElse(null);
  }

  /** What a caller may see as the cause: the types of what was thrown, or nothing. */
  @Nullable TransportException shown() {
    return cause.isEmpty() ? null : new TransportException(cause);
  }
}
