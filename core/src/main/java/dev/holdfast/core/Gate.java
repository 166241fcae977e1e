package dev.holdfast.core;

import java.time.Instant;
import java.util.Collection;

/** Whether deliveries may pass a breaker, or all the breakers of a lane. */
public enum Gate {
  /** They run. */
  CLOSED,
  /** They are held. */
  OPEN,
  /** One may go out as the probe; the others are held. */
  PROBE_DUE;

  /**
   * The gate of a lane: held while one of its breakers holds, and open for a probe only where each
   * of them is closed or due for one.
   *
   * @param breakers the breakers of the lane's connections
   * @param now the store's time
   * @return the gate of them all
   */
  public static Gate of(Collection<? extends Breaker> breakers, Instant now) {
    Gate gate = CLOSED;
    for (Breaker breaker : breakers) {
      switch (breaker.gate(now)) {
        case OPEN -> {
          return OPEN;
        }
        case PROBE_DUE -> gate = PROBE_DUE;
        case CLOSED -> {}
      }
    }
    return gate;
  }
}
