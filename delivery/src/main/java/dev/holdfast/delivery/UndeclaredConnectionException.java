package dev.holdfast.delivery;

/** Thrown where an action calls through a connection that its subscriber does not declare. */
final class UndeclaredConnectionException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UndeclaredConnectionException(String subscriber, String connection) {
    super(
        "subscriber "
            + subscriber
            + " must declare connection "
            + connection
            + " to call through it; add it to the subscriber's connections");
  }
}
