package dev.holdfast.core;

/** What a call does to the provider, which settles whether it may be sent again. */
public enum OperationKind {
  /** Changes nothing: safe to repeat. */
  READ(true),
  /** Carries an idempotency key that the provider honours: safe to repeat with the same key. */
  KEYED_WRITE(true),
  /** Sent once; repeated only where it surely never left. */
  WRITE(false);

  private final boolean safeToRepeat;

  OperationKind(boolean safeToRepeat) {
    this.safeToRepeat = safeToRepeat;
  }

  /**
   * Tells whether sending this again can do no harm.
   *
   * @return true for reads and keyed writes
   */
  public boolean safeToRepeat() {
    return safeToRepeat;
  }
}
