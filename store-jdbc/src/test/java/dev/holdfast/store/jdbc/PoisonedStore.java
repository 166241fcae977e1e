package dev.holdfast.store.jdbc;

import dev.holdfast.core.BreakerPolicy;
import dev.holdfast.delivery.Acknowledged;
import dev.holdfast.delivery.Acknowledgement;
import dev.holdfast.delivery.Alert;
import dev.holdfast.delivery.ClaimRequest;
import dev.holdfast.delivery.Claims;
import dev.holdfast.delivery.Emission;
import dev.holdfast.delivery.Emitted;
import dev.holdfast.delivery.Lane;
import dev.holdfast.delivery.Lease;
import dev.holdfast.delivery.Listings;
import dev.holdfast.delivery.Store;
import dev.holdfast.delivery.StoreException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** A store that can't write one delivery's acknowledgement until it is cured. */
final class PoisonedStore implements Store {
  private final Store store;
  private final String delivery;
  private boolean cured;

  PoisonedStore(Store store, String delivery) {
    this.store = store;
    this.delivery = delivery;
  }

  void cure() {
    cured = true;
  }

  @Override
  public Acknowledged acknowledge(
      List<Acknowledgement> acknowledgements,
      Map<String, BreakerPolicy> policies,
      InstantSource clock) {
    if (!cured && acknowledgements.stream().anyMatch(a -> a.lease().delivery().equals(delivery))) {
      throw new StoreException("poisoned", new SQLException("poisoned"));
    }
    return store.acknowledge(acknowledgements, policies, clock);
  }

  @Override
  public Instant now() {
    return store.now();
  }

  @Override
  public Emitted emit(Emission emission) {
    return store.emit(emission);
  }

  @Override
  public Claims claim(ClaimRequest request) {
    return store.claim(request);
  }

  @Override
  public void renew(Collection<Lease> leases, Duration length, InstantSource clock) {
    store.renew(leases, length, clock);
  }

  @Override
  public boolean markMayHaveCalled(Lease lease) {
    return store.markMayHaveCalled(lease);
  }

  @Override
  public List<Alert> takeAlerts(List<Lane> lanes, Instant now, Duration claimedFor) {
    return store.takeAlerts(lanes, now, claimedFor);
  }

  @Override
  public void raised(Alert alert, Instant now) {
    store.raised(alert, now);
  }

  @Override
  public Listings listings() {
    return store.listings();
  }

  @Override
  public void close() {
    store.close();
  }
}
