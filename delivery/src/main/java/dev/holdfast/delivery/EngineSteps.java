package dev.holdfast.delivery;

/**
 * One round of each of the engine's loops, for whoever drives it by hand: tests and simulations on
 * virtual time. The started engine does nothing but call these over and over.
 */
public interface EngineSteps {

  /**
   * Claims one batch of due deliveries and starts them.
   *
   * @return how many were claimed
   */
  int claim();

  /**
   * Writes one batch of acknowledgements.
   *
   * @return whether there was something to write
   */
  boolean acknowledge();

  /** Cuts attempts that are past their run limit. */
  void cutOverdue();

  /** Renews the leases of attempts on their way. */
  void renewLeases();

  /** Measures the store's time again. */
  void measureClock();

  /** Raises the alerts that nobody has raised yet. */
  void raiseAlerts();
}
