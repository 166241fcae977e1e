package dev.holdfast.delivery;

import java.util.List;

/**
 * What came of a batch of acknowledgements.
 *
 * @param stale leases that were no longer ours: nothing was changed under them
 * @param outagesChanged whether an outage began or ended
 */
public record Acknowledged(List<Lease> stale, boolean outagesChanged) {

  /** Copies the leases. */
  public Acknowledged {
    stale = List.copyOf(stale);
  }
}
