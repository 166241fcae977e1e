package dev.holdfast.delivery;

/** Told of alerts, each at least once, one after another. */
@FunctionalInterface
public interface AlertListener {

  /**
   * Told of an alert. If it throws, the alert is told again later.
   *
   * @param alert the alert
   */
  void raised(Alert alert);
}
