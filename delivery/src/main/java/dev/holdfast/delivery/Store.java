package dev.holdfast.delivery;

import dev.holdfast.core.BreakerPolicy;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * Where events, deliveries, breakers and outages live. It speaks of claims, acknowledgements and
 * breaker changes, not of rows; each method is one transaction, and safe for many threads and
 * processes at once.
 *
 * <p>Every method throws {@link StoreException} where the store can't be reached; what it then did
 * is unknown, and repeating the call does no harm.
 */
public interface Store extends AutoCloseable {

  /**
   * The store's own time, by which leases and due times are judged.
   *
   * @return now, in whole milliseconds
   */
  Instant now();

  /**
   * Writes an event with its deliveries, due at once; or finds the first under its key.
   *
   * @param emission what to write
   * @return what came of it
   */
  Emitted emit(Emission emission);

  /**
   * Claims due deliveries under a lease and counts their attempts: first, where the request lets
   * it, any whose lease has lapsed, then lane by lane, oldest first. A lane that a breaker holds is
   * passed over; one whose probe is due gives one delivery, which takes the probe's place. Time
   * held is worked out and kept.
   *
   * @param request the lanes and how many to take of each
   * @return the claimed deliveries, and the breakers as they stood
   */
  Claims claim(ClaimRequest request);

  /**
   * Settles claimed deliveries, each only where its token still matches, and tells the breakers
   * what their calls came to, whether it matches or not.
   *
   * @param acknowledgements what became of each
   * @param policies the breakers' policies, by connection
   * @param clock the store's time, asked once nothing is waited for any more
   * @return what was not applied, and whether an outage began or ended
   */
  Acknowledged acknowledge(
      List<Acknowledgement> acknowledgements,
      Map<String, BreakerPolicy> policies,
      InstantSource clock);

  /**
   * Prolongs the leases of running deliveries.
   *
   * @param leases those to prolong
   * @param length how long they last from now on
   * @param clock the store's time, asked once nothing is waited for any more
   */
  void renew(Collection<Lease> leases, Duration length, InstantSource clock);

  /**
   * Notes that a call which is not safe to repeat may go out under this lease.
   *
   * @param lease the lease
   * @return false if the lease is no longer ours: then nothing may be sent
   */
  boolean markMayHaveCalled(Lease lease);

  /**
   * Takes the alerts that nobody has raised yet, for a while: of many processes one gets each.
   *
   * @param lanes the lanes, to count what is held
   * @param now the store's time
   * @param claimedFor how long they are this caller's to raise
   * @return the alerts
   */
  List<Alert> takeAlerts(List<Lane> lanes, Instant now, Duration claimedFor);

  /**
   * Notes that an alert was raised, so that it is not raised again.
   *
   * @param alert the alert
   * @param now the store's time
   */
  void raised(Alert alert, Instant now);

  /**
   * What people are shown.
   *
   * @return the listings of this store
   */
  Listings listings();

  @Override
  void close();
}
