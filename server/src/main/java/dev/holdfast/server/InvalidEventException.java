package dev.holdfast.server;

/** Thrown where an event can't be emitted: says the rule and never the payload. */
public final class InvalidEventException extends Exception {
  private static final long serialVersionUID = 1L;

  InvalidEventException(String message) {
    super(message);
  }
}
