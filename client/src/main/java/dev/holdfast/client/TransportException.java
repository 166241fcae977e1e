package dev.holdfast.client;

/**
 * The last real cause of a call that was not answered: the types of what the transport saw thrown,
 * without their texts, which may hold a secret.
 */
public final class TransportException extends Exception {
  private static final long serialVersionUID = 1L;

  TransportException(String types) {
    super(types, null, false, false);
  }
}
