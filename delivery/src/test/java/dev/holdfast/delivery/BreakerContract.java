package dev.holdfast.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.Breaker;
import dev.holdfast.core.BreakerVerdict;
import dev.holdfast.core.ClaimFacts;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What every store must do with breakers, outages, alerts and listings. */
public abstract class BreakerContract extends StoreFixture {
  @Test
  void the_fifth_failure_in_a_row_opens_the_breaker_and_begins_one_outage() {
    for (int i = 0; i < 6; i++) {
      emit(PAYMENTS);
    }
    List<Claimed> claimed = claim(PAYMENTS);

    List<Boolean> changed =
        claimed.stream()
            .map(each -> report(each, BreakerVerdict.UNAVAILABLE, 0, START).outagesChanged())
            .toList();

    assertThat(changed).containsExactly(false, false, false, false, true, false);
    assertThat(store.listings().outages(9)).hasSize(1);
  }

  @Test
  void an_answer_ends_the_run_of_failures() {
    for (int i = 0; i < 6; i++) {
      emit(PAYMENTS);
    }
    List<Claimed> claimed = claim(PAYMENTS);

    for (int i = 0; i < 6; i++) {
      report(
          claimed.get(i), i == 2 ? BreakerVerdict.ANSWERED : BreakerVerdict.UNAVAILABLE, 0, START);
    }

    assertThat(claims(START, 1, PAYMENTS).breakers().get("payments"))
        .isEqualTo(new Breaker.Closed(0, 3));
  }

  @Test
  void while_it_is_open_its_lanes_are_passed_over_and_the_others_are_not() {
    openPayments();
    String held = emit(PAYMENTS);
    String alsoHeld = emit(BOTH);
    String free = emit(MAILS);

    assertThat(ids(claimAt(START.plusSeconds(59), PAYMENTS, BOTH, MAILS))).containsExactly(free);
    DeliveryView view = view(held, START.plusSeconds(59));
    assertThat(view.state()).isEqualTo(DeliveryState.HELD);
    assertThat(view.heldBy()).contains(new Holding.By("payments", START));
    assertThat(view(alsoHeld, START).state()).isEqualTo(DeliveryState.HELD);
    assertThat(view.attempts()).isZero();
  }

  @Test
  void once_the_pause_is_over_one_delivery_probes_over_all_lanes_the_longest_held() {
    openPayments();
    String first = emit(PAYMENTS, START.plusSeconds(1), "{}");
    emit(PAYMENTS, START.plusSeconds(2), "{}");
    emit(BOTH, START, "{}");
    Instant due = START.plusSeconds(60);

    Claims claims = claims(due, 100, PAYMENTS, BOTH);

    assertThat(claims.deliveries()).hasSize(1);
    Claimed probe = claims.deliveries().getFirst();
    assertThat(probe.probe()).isTrue();
    assertThat(probe.lease().delivery()).isEqualTo(first);
    assertThat(claims.breakers().get("payments")).isInstanceOf(Breaker.Probing.class);
    assertThat(claimAt(due, PAYMENTS, BOTH)).isEmpty();
  }

  @Test
  void an_answered_probe_closes_it_and_ends_the_outage_and_all_is_due() {
    Claimed probe = probe();
    Instant now = START.plusSeconds(61);

    assertThat(report(probe, BreakerVerdict.ANSWERED, 1, now).outagesChanged()).isTrue();

    assertThat(store.listings().outages(9).getFirst().closedAt()).contains(now);
    List<Claimed> released = claimAt(now, PAYMENTS);
    assertThat(released).hasSize(5).noneMatch(Claimed::probe);
  }

  @Test
  void a_failed_probe_opens_it_again_for_twice_the_pause_in_the_same_outage() {
    Claimed probe = probe();
    Instant now = START.plusSeconds(61);

    assertThat(report(probe, BreakerVerdict.UNAVAILABLE, 1, now).outagesChanged()).isFalse();

    assertThat(claimAt(now.plusSeconds(119), PAYMENTS)).isEmpty();
    assertThat(claimAt(now.plusSeconds(120), PAYMENTS)).hasSize(1);
    assertThat(store.listings().outages(9)).hasSize(1);
  }

  @Test
  void a_lost_probe_is_free_once_its_own_lease_has_lapsed_and_renewing_keeps_it() {
    Claimed probe = probe();
    emit(PAYMENTS, START.plusSeconds(30), "{}");
    Instant lapses = START.plusSeconds(60).plus(LEASE);
    store.renew(List.of(probe.lease()), LEASE, InstantSource.fixed(START.plusSeconds(70)));

    assertThat(claimAt(lapses.plusSeconds(10).minusMillis(1), PAYMENTS)).isEmpty();
    List<Claimed> after = claimAt(lapses.plusSeconds(10), PAYMENTS);

    assertThat(after).filteredOn(Claimed::probe).hasSize(1);
    assertThat(after)
        .filteredOn(c -> c.takenOver() == ClaimFacts.Lease.LAPSED)
        .extracting(c -> c.lease().delivery())
        .containsExactly(probe.lease().delivery());
  }

  @Test
  void a_probe_given_back_frees_its_place_at_once() {
    Claimed probe = probe();
    Instant now = START.plusSeconds(61);
    store.acknowledge(
        List.of(
            new Acknowledgement(
                probe.lease(),
                new Settlement.GivenBack(now),
                List.of(new Acknowledgement.CallReport("payments", 1, BreakerVerdict.NO_CALL)))),
        Map.of(),
        InstantSource.fixed(now));

    assertThat(claimAt(now, PAYMENTS).getFirst().probe()).isTrue();
  }

  @Test
  void a_late_ending_under_an_old_token_still_tells_the_breaker() {
    openPayments();
    emit(MAILS);
    Claimed lost = claim(MAILS).getFirst();
    claimAt(START.plus(LEASE), MAILS);

    Acknowledged late = report(lost, BreakerVerdict.ANSWERED, 0, START.plus(LEASE));

    assertThat(late.stale()).hasSize(1);
    assertThat(claims(START.plus(LEASE), 0, MAILS).breakers().get("payments"))
        .isEqualTo(new Breaker.Closed(2, 0));
  }

  @Test
  void time_held_is_worked_out_at_the_claim_and_kept() {
    Claimed probe = probe();
    Instant closed = START.plusSeconds(61);
    report(probe, BreakerVerdict.ANSWERED, 1, closed);
    String later = emit(PAYMENTS, closed, "{}");

    List<Claimed> released = claimAt(closed.plusSeconds(5), PAYMENTS);

    // Held as the probe from its due time to its claim; the others from theirs to the closing.
    assertThat(probe.held()).isEqualTo(Duration.ofSeconds(59));
    assertThat(released)
        .filteredOn(c -> !c.lease().delivery().equals(later))
        .hasSize(5)
        .extracting(Claimed::held)
        .containsOnly(Duration.ofSeconds(51));
    assertThat(released)
        .filteredOn(c -> c.lease().delivery().equals(later))
        .extracting(Claimed::held)
        .containsExactly(Duration.ZERO);
    acknowledge(released.getFirst(), new Settlement.Retry(closed, unavailable()));
    assertThat(view(released.getFirst().lease().delivery(), closed).held())
        .isEqualTo(Duration.ofSeconds(51));
  }

  @Test
  void an_outage_is_alerted_once_and_its_end_once_each_by_one_process() {
    openPayments();
    emit(PAYMENTS);
    assertThat(takeAlerts(START.plusSeconds(10)))
        .containsExactly(new Alert.ConnectionUnavailable(outageId(), "payments", START, 6));
    assertThat(takeAlerts(START.plusSeconds(11))).as("another process").isEmpty();

    store.raised(
        new Alert.ConnectionUnavailable(outageId(), "payments", START, 6), START.plusSeconds(12));
    assertThat(takeAlerts(START.plusSeconds(90))).isEmpty();
    assertThat(store.listings().outages(1).getFirst().alertedAt()).contains(START.plusSeconds(12));

    Claimed probe = claimAt(START.plusSeconds(90), PAYMENTS).getFirst();
    Instant closed = START.plusSeconds(91);
    report(probe, BreakerVerdict.ANSWERED, 1, closed);
    Alert recovered = new Alert.ConnectionRecovered(outageId(), "payments", START, closed);
    assertThat(takeAlerts(closed)).containsExactly(recovered);
    store.raised(recovered, closed);
    assertThat(takeAlerts(closed.plusSeconds(60))).isEmpty();
  }

  @Test
  void an_alert_whose_process_died_is_taken_by_another_later_with_the_same_outage() {
    openPayments();

    Alert first = takeAlerts(START).getFirst();

    assertThat(takeAlerts(START.plusSeconds(30).minusMillis(1))).isEmpty();
    assertThat(takeAlerts(START.plusSeconds(30)))
        .singleElement()
        .extracting(Alert::outage)
        .isEqualTo(first.outage());
  }

  @Test
  void counts_and_lists_tell_the_same_by_state() {
    openPayments();
    emit(PAYMENTS, START, "{}");
    emit(PAYMENTS, START.plusSeconds(500), "{}");
    emit(MAILS, START, "{}");
    emit(MAILS, START, "{}");
    acknowledge(claimAt(START, MAILS).getFirst(), new Settlement.Succeeded());
    Instant now = START.plusSeconds(20);
    Listings listings = store.listings();
    Holding holding = listings.holding(List.of(PAYMENTS, MAILS));

    Map<DeliveryState, Long> counts = listings.counts(holding, now);

    assertThat(counts)
        .containsEntry(DeliveryState.HELD, 6L)
        .containsEntry(DeliveryState.PENDING, 1L)
        .containsEntry(DeliveryState.RUNNING, 1L)
        .containsEntry(DeliveryState.SUCCEEDED, 1L)
        .containsEntry(DeliveryState.PARKED, 0L);
    for (DeliveryState state : DeliveryState.values()) {
      assertThat(listings.deliveries(holding, Optional.of(state), 100, now))
          .as(state.text())
          .hasSize(counts.getOrDefault(state, -1L).intValue())
          .allMatch(view -> view.state() == state);
    }
    assertThat(listings.breakers(List.of(PAYMENTS, MAILS), now))
        .singleElement()
        .satisfies(view -> assertThat(view.held()).isEqualTo(6));
    assertThat(listings.deliveries(holding, Optional.empty(), 3, now)).hasSize(3);
  }

  @Test
  void tells_for_whom_deliveries_wait() {
    emit(PAYMENTS);
    emit(MAILS);
    claim(MAILS);

    assertThat(store.listings().subscribersWaiting()).containsExactly("record_payment");
  }
}
