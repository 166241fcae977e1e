package dev.holdfast.core;

/** What the end of an attempt's last call through a connection tells that connection's breaker. */
public enum BreakerVerdict {
  /** The provider answered, be it with a refusal: it is up. */
  ANSWERED,
  /** The provider was found unavailable. */
  UNAVAILABLE,
  /** No call reached for the provider: this tells nothing. */
  NO_CALL
}
