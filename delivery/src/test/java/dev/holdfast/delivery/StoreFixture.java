package dev.holdfast.delivery;

import dev.holdfast.core.BreakerPolicy;
import dev.holdfast.core.BreakerVerdict;
import dev.holdfast.core.ErrorCode;
import dev.holdfast.core.FailureKind;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** An empty store, and the steps that the store contracts are told in. */
public abstract class StoreFixture {
  protected static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  protected static final Lane PAYMENTS = new Lane("record_payment", List.of("payments"));
  protected static final Lane MAILS = new Lane("send_mail", List.of("mail"));
  protected static final Lane BOTH = new Lane("do_both", List.of("payments", "mail"));
  protected static final Duration LEASE = Duration.ofMinutes(2);

  protected Store store;
  private int ids;

  /** Opens an empty store whose clock stands at {@link #START}. */
  protected abstract Store open();

  @BeforeEach
  void openStore() {
    store = open();
  }

  @AfterEach
  void closeStore() {
    store.close();
  }

  protected String emit(Lane lane) {
    return emit(lane, START, "{}");
  }

  protected String emit(Lane lane, Instant at, String payload) {
    String delivery = "d%04d".formatted(++ids);
    Event event = new Event("e%04d".formatted(ids), "Something", Payload.of(payload), at);
    store.emit(
        new Emission(
            event,
            List.of(new Emission.NewDelivery(delivery, lane.subscriber())),
            Optional.empty()));
    return delivery;
  }

  protected Emitted emitKeyed(String id, String type, String payload) {
    Event event = new Event(id, type, Payload.of(payload), START);
    return store.emit(
        new Emission(
            event,
            List.of(new Emission.NewDelivery("d-" + id, PAYMENTS.subscriber())),
            Optional.of("key")));
  }

  protected List<Claimed> claim(Lane... lanes) {
    return claimAt(START, lanes);
  }

  protected List<Claimed> claimAt(Instant now, Lane... lanes) {
    return claims(now, 100, lanes).deliveries();
  }

  protected Claims claims(Instant now, int most, Lane... lanes) {
    List<ClaimRequest.LaneShare> shares = new ArrayList<>();
    for (Lane lane : lanes) {
      shares.add(new ClaimRequest.LaneShare(lane, 10));
    }
    return store.claim(
        new ClaimRequest(shares, most, LEASE, Optional.of(Set.of()), InstantSource.fixed(now)));
  }

  protected static List<String> ids(List<Claimed> claimed) {
    return claimed.stream().map(c -> c.lease().delivery()).toList();
  }

  protected static Failure unavailable() {
    return new Failure(
        FailureKind.UNAVAILABLE, Optional.of(ErrorCode.PROVIDER), OptionalInt.of(503));
  }

  protected Acknowledged acknowledge(Claimed claimed, Settlement settlement) {
    return store.acknowledge(
        List.of(new Acknowledgement(claimed.lease(), settlement, List.of())),
        Map.of(),
        InstantSource.fixed(START));
  }

  protected DeliveryView view(String delivery, Instant now) {
    Holding holding = store.listings().holding(List.of(PAYMENTS, MAILS, BOTH));
    return store.listings().deliveries(holding, Optional.empty(), 1_000, now).stream()
        .filter(view -> view.id().equals(delivery))
        .findFirst()
        .orElseThrow();
  }

  protected Acknowledged report(Claimed claimed, BreakerVerdict verdict, long period, Instant now) {
    return store.acknowledge(
        List.of(
            new Acknowledgement(
                claimed.lease(),
                verdict == BreakerVerdict.UNAVAILABLE
                    ? new Settlement.Retry(now.plusSeconds(10), unavailable())
                    : new Settlement.Succeeded(),
                List.of(new Acknowledgement.CallReport("payments", period, verdict)))),
        Map.of("payments", BreakerPolicy.DEFAULT),
        InstantSource.fixed(now));
  }

  protected void openPayments() {
    for (int i = 0; i < 5; i++) {
      emit(PAYMENTS);
    }
    List<Claimed> claimed = claim(PAYMENTS);
    for (Claimed each : claimed) {
      report(each, BreakerVerdict.UNAVAILABLE, 0, START);
    }
  }

  protected Claimed probe() {
    openPayments();
    emit(PAYMENTS, START.plusSeconds(1), "{}");
    return claimAt(START.plusSeconds(60), PAYMENTS).getFirst();
  }

  protected List<Alert> takeAlerts(Instant now) {
    return store.takeAlerts(List.of(PAYMENTS, MAILS, BOTH), now, Duration.ofSeconds(30));
  }

  protected long outageId() {
    return store.listings().outages(1).getFirst().id();
  }
}
