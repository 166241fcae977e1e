package dev.holdfast.delivery;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a worker wants to claim.
 *
 * @param lanes the lanes, in the order to visit them
 * @param most how many deliveries in all
 * @param lease how long they are this worker's
 * @param takeOver if there, lapsed leases are taken over, but for these deliveries: the worker's
 *     own, which it still works on or has yet to acknowledge
 * @param clock the store's time, asked once nothing is waited for any more: a lease must not have
 *     lapsed by the time it is given
 */
public record ClaimRequest(
    List<LaneShare> lanes,
    int most,
    Duration lease,
    Optional<Set<String>> takeOver,
    InstantSource clock) {

  /** Copies the lanes. */
  public ClaimRequest {
    lanes = List.copyOf(lanes);
  }

  /**
   * One lane's share.
   *
   * @param lane the lane
   * @param most how many deliveries of it
   */
  public record LaneShare(Lane lane, int most) {}
}
