package dev.holdfast.client;

import dev.holdfast.core.ErrorCode;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A call failed, and {@link #error} tells all that is known of it.
 *
 * <p>Its text and that of its causes hold no secret and no payload.
 */
public final class CallException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final CallError error;

  // Not written out with the exception: it ends up where exceptions are logged and sent.
  private final transient byte @Nullable [] body;

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
    this(error, cause, null, true);
  }

  CallException(CallError error, @Nullable Throwable cause, boolean stackTrace) {
    this(error, cause, null, stackTrace);
  }

  CallException(CallError error, @Nullable Throwable cause, byte @Nullable [] body) {
    this(error, cause, body, true);
  }

  private CallException(
      CallError error, @Nullable Throwable cause, byte @Nullable [] body, boolean stackTrace) {
    super(error.message(), cause, true, stackTrace);
    this.error = error;
    this.body = body;
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
   * What the provider answered, such as which field it found wrong. It is payload: no message, log
   * or metric of ours shows it.
   *
   * @return a copy of the last answer's body; empty where there was none, or after the exception
   *     was serialized
   */
  public Optional<byte[]> body() {
    return Optional.ofNullable(body).map(byte[]::clone);
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
