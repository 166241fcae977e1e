package dev.holdfast.client;

import dev.holdfast.core.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * A call failed, and {@link #error} tells all that is known of it.
 *
 * <p>Its text and that of its causes hold no secret and no payload.
 */
public final class CallException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final CallError error;

  /**
   * Makes an exception, as plugins do that fail a call.
   *
   * @param error what is known
   */
  public CallException(CallError error) {
    this(error, null);
  }

  /**
   * Makes an exception with a cause.
   *
   * @param error what is known
   * @param cause the last real failure, or null
   */
  public CallException(CallError error, @Nullable Throwable cause) {
    this(error, cause, true);
  }

  CallException(CallError error, @Nullable Throwable cause, boolean stackTrace) {
    super(error.message(), cause, true, stackTrace);
    this.error = error;
  }

  /**
   * All that is known of the failure.
   *
   * @return the error
   */
  public CallError error() {
    return error;
  }

  /**
   * What went wrong.
   *
   * @return the error's code
   */
  public ErrorCode code() {
    return error.code();
  }

  /**
   * Whether the same call fails the same way.
   *
   * @return as {@link CallError#permanent}
   */
  public boolean permanent() {
    return error.permanent();
  }
}
