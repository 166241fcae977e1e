package dev.holdfast.core;

/** What went wrong with a call, as its caller is told. */
public enum ErrorCode {
  /** The provider failed, or could not be reached, or did not answer. */
  PROVIDER("Provider"),
  /** The provider, or a cap of our own, wants fewer calls. */
  RATE_LIMITED("RateLimited"),
  /** The provider, or this side, refused the input. */
  INVALID("Invalid"),
  /** The credentials were refused. */
  UNAUTHORIZED("Unauthorized"),
  /** What was asked for is not there. */
  NOT_FOUND("NotFound"),
  /** The provider has no such operation. */
  UNSUPPORTED("Unsupported");

  private final String text;

  ErrorCode(String text) {
    this.text = text;
  }

  /**
   * The code as it is written in messages, rows and JSON.
   *
   * @return such as {@code RateLimited}
   */
  public String text() {
    return text;
  }
}
