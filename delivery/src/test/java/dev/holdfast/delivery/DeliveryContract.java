package dev.holdfast.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.ClaimFacts;
import dev.holdfast.core.FailureKind;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every store must do with deliveries. Each store's own test class extends it. */
public abstract class DeliveryContract extends StoreFixture {
  @Test
  void an_event_emitted_again_under_its_key_is_the_first_one_and_written_once() {
    Emitted first = emitKeyed("e1", "Paid", "{}");
    Emitted second = emitKeyed("e2", "Paid", "{}");

    assertThat(first).isInstanceOf(Emitted.Created.class);
    assertThat(second).isEqualTo(new Emitted.Repeated(first.event()));
    assertThat(claim(PAYMENTS)).hasSize(1);
  }

  @Test
  void another_event_under_a_used_key_is_a_conflict_and_not_written() {
    Emitted first = emitKeyed("e1", "Paid", "{}");

    assertThat(emitKeyed("e2", "Paid", "{ }")).isEqualTo(new Emitted.Conflict(first.event()));
    assertThat(emitKeyed("e3", "Refunded", "{}")).isEqualTo(new Emitted.Conflict(first.event()));
    assertThat(claim(PAYMENTS)).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 8_191, 8_192, 1_000_000})
  void a_payload_comes_back_byte_for_byte(int length) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) (i * 31);
    }
    Event event = new Event("e1", "Blob", Payload.of(bytes), START);
    store.emit(
        new Emission(
            event,
            List.of(new Emission.NewDelivery("d1", PAYMENTS.subscriber())),
            Optional.empty()));

    assertThat(claim(PAYMENTS).getFirst().event()).isEqualTo(event);
  }

  @Test
  void a_claim_takes_what_is_due_oldest_first_and_only_once() {
    String later = emit(PAYMENTS, START.plusMillis(5), "{}");
    String sooner = emit(PAYMENTS, START, "{}");
    emit(PAYMENTS, START.plusMillis(6), "{}");

    assertThat(ids(claimAt(START.plusMillis(5), PAYMENTS))).containsExactly(sooner, later);
    assertThat(claimAt(START.plusMillis(5), PAYMENTS)).isEmpty();
  }

  @Test
  void a_claim_counts_the_attempt_and_gives_a_new_token() {
    emit(PAYMENTS);

    Claimed first = claim(PAYMENTS).getFirst();
    acknowledge(first, new Settlement.Retry(START.plusSeconds(1), unavailable()));
    Claimed second = claimAt(START.plusSeconds(1), PAYMENTS).getFirst();

    assertThat(first.attempts()).isEqualTo(1);
    assertThat(second.attempts()).isEqualTo(2);
    assertThat(second.lease().token()).isGreaterThan(first.lease().token());
    assertThat(second.lastFailure()).contains(FailureKind.UNAVAILABLE);
  }

  @Test
  void a_claim_goes_lane_by_lane_within_each_share_and_the_whole() {
    for (int i = 0; i < 15; i++) {
      emit(PAYMENTS);
      emit(MAILS);
    }

    assertThat(claims(START, 12, PAYMENTS, MAILS).deliveries())
        .extracting(Claimed::subscriber)
        .containsOnly("record_payment", "send_mail")
        .hasSize(12);
    assertThat(claimAt(START, BOTH)).isEmpty();
  }

  @Test
  void a_lapsed_lease_is_taken_over_and_not_a_moment_before() {
    String delivery = emit(PAYMENTS);
    Claimed lost = claim(PAYMENTS).getFirst();

    assertThat(claimAt(START.plus(LEASE).minusMillis(1), PAYMENTS)).isEmpty();
    Claimed taken = claimAt(START.plus(LEASE), PAYMENTS).getFirst();

    assertThat(taken.lease().delivery()).isEqualTo(delivery);
    assertThat(taken.lease().token()).isGreaterThan(lost.lease().token());
    assertThat(taken.attempts()).isEqualTo(2);
    assertThat(taken.takenOver()).isEqualTo(ClaimFacts.Lease.LAPSED);
  }

  @Test
  void a_renewed_lease_lapses_later() {
    emit(PAYMENTS);
    Claimed claimed = claim(PAYMENTS).getFirst();
    Instant renewed = START.plus(LEASE).plusSeconds(60);

    store.renew(List.of(claimed.lease()), Duration.ofMinutes(3), InstantSource.fixed(START));

    assertThat(claimAt(renewed.minusMillis(1), PAYMENTS)).isEmpty();
    assertThat(claimAt(renewed, PAYMENTS)).hasSize(1);
  }

  @Test
  void ones_own_leases_and_where_it_is_not_wanted_any_are_not_taken_over() {
    String own = emit(PAYMENTS);
    String lost = emit(PAYMENTS);
    claim(PAYMENTS);
    InstantSource lapsed = InstantSource.fixed(START.plus(LEASE));
    List<ClaimRequest.LaneShare> shares = List.of(new ClaimRequest.LaneShare(PAYMENTS, 9));

    Claims none = store.claim(new ClaimRequest(shares, 9, LEASE, Optional.empty(), lapsed));
    Claims others =
        store.claim(new ClaimRequest(shares, 9, LEASE, Optional.of(Set.of(own)), lapsed));

    assertThat(none.deliveries()).isEmpty();
    assertThat(ids(others.deliveries())).containsExactly(lost);
  }

  @Test
  void a_lapsed_lease_of_an_unknown_subscriber_is_left_alone() {
    emit(MAILS);
    claim(MAILS);

    assertThat(claimAt(START.plus(LEASE), PAYMENTS)).isEmpty();
  }

  @Test
  void the_mark_is_seen_by_whoever_takes_over_even_twice() {
    emit(PAYMENTS);
    Claimed claimed = claim(PAYMENTS).getFirst();

    assertThat(store.markMayHaveCalled(claimed.lease())).isTrue();
    Instant lapsed = START.plus(LEASE);
    Claimed second = claimAt(lapsed, PAYMENTS).getFirst();
    Claimed third = claimAt(lapsed.plus(LEASE), PAYMENTS).getFirst();

    assertThat(second.takenOver()).isEqualTo(ClaimFacts.Lease.LAPSED_MAY_HAVE_CALLED);
    assertThat(third.takenOver()).isEqualTo(ClaimFacts.Lease.LAPSED_MAY_HAVE_CALLED);
    assertThat(store.markMayHaveCalled(claimed.lease())).isFalse();
  }

  @Test
  void a_mark_does_not_outlive_an_attempt_that_ended() {
    emit(PAYMENTS);
    Claimed first = claim(PAYMENTS).getFirst();
    store.markMayHaveCalled(first.lease());
    acknowledge(first, new Settlement.Retry(START, unavailable()));

    claim(PAYMENTS);

    assertThat(claimAt(START.plus(LEASE), PAYMENTS).getFirst().takenOver())
        .isEqualTo(ClaimFacts.Lease.LAPSED);
  }

  @Test
  void each_settlement_leaves_the_delivery_where_it_belongs() {
    String delivery = emit(PAYMENTS);
    acknowledge(claim(PAYMENTS).getFirst(), new Settlement.Succeeded());
    assertThat(view(delivery, START).state()).isEqualTo(DeliveryState.SUCCEEDED);

    delivery = emit(PAYMENTS);
    acknowledge(claim(PAYMENTS).getFirst(), new Settlement.Failed(unavailable()));
    assertThat(view(delivery, START).state()).isEqualTo(DeliveryState.FAILED);
    assertThat(view(delivery, START).failure()).contains(unavailable());

    delivery = emit(PAYMENTS);
    acknowledge(
        claim(PAYMENTS).getFirst(), new Settlement.Parked(Failure.of(FailureKind.OUTCOME_UNKNOWN)));
    assertThat(view(delivery, START).state()).isEqualTo(DeliveryState.PARKED);
    assertThat(view(delivery, START).failure()).contains(Failure.of(FailureKind.OUTCOME_UNKNOWN));

    delivery = emit(PAYMENTS);
    acknowledge(
        claim(PAYMENTS).getFirst(), new Settlement.Retry(START.plusSeconds(9), unavailable()));
    assertThat(view(delivery, START).state()).isEqualTo(DeliveryState.PENDING);
    assertThat(view(delivery, START).dueAt()).isEqualTo(START.plusSeconds(9));
    assertThat(claimAt(START.plusSeconds(9).minusMillis(1), PAYMENTS)).isEmpty();
    assertThat(ids(claimAt(START.plusSeconds(9), PAYMENTS))).containsExactly(delivery);
  }

  @Test
  void a_given_back_delivery_has_its_attempt_back_however_often_it_is_said() {
    String delivery = emit(PAYMENTS);
    Claimed claimed = claim(PAYMENTS).getFirst();

    acknowledge(claimed, new Settlement.GivenBack(START));
    Acknowledged again = acknowledge(claimed, new Settlement.GivenBack(START));

    assertThat(again.stale()).containsExactly(claimed.lease());
    assertThat(view(delivery, START).attempts()).isZero();
    assertThat(claim(PAYMENTS).getFirst().attempts()).isEqualTo(1);
  }

  @Test
  void a_given_up_delivery_has_failed_and_its_last_claim_is_no_attempt() {
    String delivery = emit(PAYMENTS);
    acknowledge(
        claim(PAYMENTS).getFirst(),
        new Settlement.GivenUp(Failure.of(FailureKind.DEADLINE_EXCEEDED)));

    DeliveryView view = view(delivery, START);
    assertThat(view.state()).isEqualTo(DeliveryState.FAILED);
    assertThat(view.attempts()).isZero();
    assertThat(view.failure()).contains(Failure.of(FailureKind.DEADLINE_EXCEEDED));
  }

  @Test
  void an_old_token_changes_nothing_and_is_told() {
    String delivery = emit(PAYMENTS);
    Claimed lost = claim(PAYMENTS).getFirst();
    Claimed taken = claimAt(START.plus(LEASE), PAYMENTS).getFirst();

    for (Settlement settlement :
        List.of(
            new Settlement.Succeeded(),
            new Settlement.Failed(unavailable()),
            new Settlement.Retry(START, unavailable()),
            new Settlement.GivenUp(unavailable()),
            new Settlement.GivenBack(START))) {
      assertThat(acknowledge(lost, settlement).stale()).containsExactly(lost.lease());
    }

    assertThat(view(delivery, START).state()).isEqualTo(DeliveryState.RUNNING);
    assertThat(acknowledge(taken, new Settlement.Succeeded()).stale()).isEmpty();
  }
}
