package dev.holdfast.cli;

/** Thrown where a file is refused: the message names the place, the rule and the value. */
final class RefusedInputException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  RefusedInputException(String message) {
    super(message);
  }
}
