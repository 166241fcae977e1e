package dev.holdfast.delivery;

import dev.holdfast.core.AtClaim;
import dev.holdfast.core.Breaker;
import dev.holdfast.core.BreakerVerdict;
import dev.holdfast.core.ClaimFacts;
import dev.holdfast.core.FailureKind;
import dev.holdfast.core.Gate;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Claims due deliveries, has the core decide on each, and starts those that run. */
final class Claimer {
  private final EngineContext engine;
  private final LaneShares shares;
  private final Endings endings;
  private final Starter starter;
  private final Acknowledger acknowledger;
  private volatile boolean stopped;

  /** Starts an attempt. */
  interface Starter {
    void start(Claimed claimed, Subscriber subscriber, Map<String, Long> periods);
  }

  Claimer(EngineContext engine, Endings endings, Starter starter, Acknowledger acknowledger) {
    this.engine = engine;
    this.shares = new LaneShares(engine.lanes(), engine.options().concurrency());
    this.endings = endings;
    this.starter = starter;
    this.acknowledger = acknowledger;
  }

  /** From now on nothing is started: what a claim on its way brings is given back. */
  void stop() {
    stopped = true;
  }

  /**
   * Claims one batch, as large as there are free places.
   *
   * @return how many deliveries were claimed
   */
  int claim() {
    int free = engine.options().concurrency() - engine.running().size();
    List<ClaimRequest.LaneShare> lanes = shares.next(engine.running());
    if (free <= 0 || lanes.isEmpty() || stopped) {
      return 0;
    }
    Claims claims =
        engine
            .store()
            .claim(
                new ClaimRequest(
                    lanes, free, engine.options().lease(), takeOver(), engine.clock()));
    for (Claimed claimed : claims.deliveries()) {
      decide(claimed, engine.subscriber(claimed.subscriber()), claims.breakers());
      shares.served(claimed.subscriber());
    }
    return claims.deliveries().size();
  }

  private Optional<Set<String>> takeOver() {
    if (!engine.takeOvers().allowed()) {
      return Optional.empty();
    }
    return Optional.of(
        Stream.concat(engine.running().leases().stream(), acknowledger.unwritten().stream())
            .map(Lease::delivery)
            .collect(Collectors.toSet()));
  }

  private void decide(Claimed claimed, Subscriber subscriber, Map<String, Breaker> breakers) {
    Instant now = engine.clock().instant();
    Map<String, Long> periods = periods(subscriber, breakers);
    if (stopped) {
      settle(claimed, periods, new Settlement.GivenBack(now));
      return;
    }
    ClaimFacts facts =
        new ClaimFacts(
            Endings.spent(claimed, claimed.attempts() - 1, now),
            ClaimFacts.Handled.NO,
            gate(claimed, subscriber, breakers, now),
            claimed.takenOver(),
            claimed.lastFailure());
    switch (subscriber.policy().atClaim(facts)) {
      case AtClaim.Run run -> starter.start(claimed, subscriber, periods);
      case AtClaim.Hold hold -> settle(claimed, periods, new Settlement.GivenBack(now));
      case AtClaim.GiveUp given ->
          settle(claimed, periods, new Settlement.GivenUp(Failure.of(given.lastFailure())));
      case AtClaim.Park park ->
          settle(claimed, periods, new Settlement.Parked(Failure.of(park.lastFailure())));
      case AtClaim.AlreadyHandled handled -> settle(claimed, periods, new Settlement.Succeeded());
      case AtClaim.HandledUnreachable unreachable ->
          settle(
              claimed,
              periods,
              endings.failed(
                  claimed,
                  subscriber.policy(),
                  Failure.of(FailureKind.STORE_UNREACHABLE),
                  Optional.empty(),
                  now));
    }
  }

  private static Gate gate(
      Claimed claimed, Subscriber subscriber, Map<String, Breaker> breakers, Instant now) {
    if (claimed.probe()) {
      return Gate.PROBE_DUE;
    }
    // One that was taken over has not been looked at yet. Without the probe's place a lane that is
    // due for one is still held.
    return Gate.of(subscriber.lane().breakers(breakers), now) == Gate.CLOSED
        ? Gate.CLOSED
        : Gate.OPEN;
  }

  /** The period of each of its connections' breakers, as they stood at the claim. */
  private static Map<String, Long> periods(Subscriber subscriber, Map<String, Breaker> breakers) {
    Map<String, Long> periods = new LinkedHashMap<>();
    for (String connection : subscriber.connections()) {
      periods.put(connection, breakers.getOrDefault(connection, Breaker.fresh()).period());
    }
    return periods;
  }

  /** Settles a delivery that did not run; a probe's place is thereby given back. */
  private void settle(Claimed claimed, Map<String, Long> periods, Settlement settlement) {
    List<Acknowledgement.CallReport> calls =
        periods.entrySet().stream()
            .map(e ->
                new Acknowledgement.CallReport(e.getKey(), e.getValue(), BreakerVerdict.NO_CALL))
            .toList();
    acknowledger.add(new Acknowledgement(claimed.lease(), settlement, calls));
  }
}
