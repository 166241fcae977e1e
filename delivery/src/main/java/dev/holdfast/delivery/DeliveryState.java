package dev.holdfast.delivery;

import java.util.Locale;

/** Where a delivery stands. */
public enum DeliveryState {
  /** Waiting to become due, or due and waiting for a worker. */
  PENDING,
  /** Claimed under a lease. */
  RUNNING,
  /** Due, but its provider is down: derived from the breakers, never stored. */
  HELD,
  /** Its outcome is unknown; it waits for a person. */
  PARKED,
  /** Done. */
  SUCCEEDED,
  /** Given up. */
  FAILED,
  /** Called off by an operator. */
  CANCELLED;

  /**
   * The state as rows, JSON and commands write it.
   *
   * @return such as {@code pending}
   */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Finds a state by the text it is written as.
   *
   * @param text such as {@code pending}
   * @return the state
   * @throws IllegalArgumentException if there is none such
   */
  public static DeliveryState of(String text) {
    for (DeliveryState state : values()) {
      if (state.text().equals(text)) {
        return state;
      }
    }
    throw new IllegalArgumentException(
        "state must be one of pending, running, held, parked, succeeded, failed, cancelled but was "
            + text);
  }
}
