package dev.holdfast.delivery;

/** Thrown where the store can't be reached or answers with an error. */
public final class StoreException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates one.
   *
   * @param message what was tried
   * @param cause what the store answered
   */
  public StoreException(String message, Throwable cause) {
    super(message, cause);
  }
}
