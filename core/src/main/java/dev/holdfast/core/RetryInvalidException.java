package dev.holdfast.core;

/** Thrown where a subscriber declares a retry budget that is out of range. */
public final class RetryInvalidException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /** The code of this error. */
  public static final String CODE = "subscriber.retry_invalid";

  RetryInvalidException(String message) {
    super(message);
  }

  /**
   * The code of this error.
   *
   * @return {@value #CODE}
   */
  public String code() {
    return CODE;
  }
}
