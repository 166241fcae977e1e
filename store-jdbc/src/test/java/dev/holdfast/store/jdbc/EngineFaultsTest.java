package dev.holdfast.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.core.Backoff;
import dev.holdfast.core.CallEnding;
import dev.holdfast.core.DeliveryPolicy;
import dev.holdfast.core.FailureKind;
import dev.holdfast.core.OperationKind;
import dev.holdfast.core.RetryBudget;
import dev.holdfast.delivery.Action;
import dev.holdfast.delivery.Alert;
import dev.holdfast.delivery.DeliveryState;
import dev.holdfast.delivery.Engine;
import dev.holdfast.delivery.EngineOptions;
import dev.holdfast.delivery.Failure;
import dev.holdfast.delivery.StoreException;
import dev.holdfast.delivery.Subscriber;
import dev.holdfast.testing.EngineDriver;
import dev.holdfast.testing.VirtualRuntime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The engine with lost workers, stepping clocks, broken listeners and stores. */
class EngineFaultsTest extends EngineFixture {
  @Test
  void the_claim_of_a_lost_worker_runs_again_once_its_lease_has_lapsed() {
    emit("Paid");
    claimAndBeLost();

    advance(Duration.ofSeconds(119), Duration.ofSeconds(1));
    assertThat(payments.received()).isEmpty();
    advance(Duration.ofSeconds(1), Duration.ofSeconds(1));

    assertThat(payments.received()).hasSize(1);
    assertThat(only().state()).isEqualTo(DeliveryState.SUCCEEDED);
    assertThat(only().attempts()).isEqualTo(2);
  }

  @Test
  void a_lost_worker_that_may_have_called_leaves_a_parked_delivery() {
    emit("Paid");
    store.markMayHaveCalled(claimAndBeLost().lease());

    advance(Duration.ofMinutes(3), Duration.ofSeconds(1));

    assertThat(payments.received()).isEmpty();
    assertThat(only().state()).isEqualTo(DeliveryState.PARKED);
    assertThat(only().failure()).contains(Failure.of(FailureKind.LEASE_EXPIRED));
  }

  @Test
  void an_attempt_that_outlives_its_lease_is_not_applied() {
    // The second run of the same delivery happens while the first is still on its way.
    payments.does(() -> {
      if (payments.received().size() == 1) {
        time.advance(Duration.ofMinutes(2));
        claimAndBeLost();
      }
      return new CallEnding.Answered(200);
    });

    emit("Paid");
    driver.runDue();

    assertThat(only().state()).isEqualTo(DeliveryState.RUNNING);
    assertThat(only().attempts()).isEqualTo(2);
  }

  @Test
  void an_attempt_cut_by_its_run_limit_is_tried_again_as_deadline_exceeded() {
    start(
        subscriber(
            "record_payment",
            "Paid",
            payments,
            (event, attempt) -> {
              time.advance(EngineOptions.DEFAULT.runLimit().plusMillis(1));
              engine.steps().cutOverdue();
              throw new InterruptedException();
            }));

    emit("Paid");
    driver.runDue();

    assertThat(only().state()).isEqualTo(DeliveryState.PENDING);
    assertThat(only().failure()).contains(Failure.of(FailureKind.DEADLINE_EXCEEDED));
  }

  @Test
  void an_attempt_that_ignores_its_run_limit_does_not_keep_its_delivery() {
    start(
        subscriber(
            "record_payment",
            "Paid",
            payments,
            (event, attempt) -> {
              time.advance(EngineOptions.DEFAULT.runLimit().plusMillis(2_001));
              engine.steps().cutOverdue();
              engine.steps().acknowledge();
            }));

    emit("Paid");
    driver.runDue();

    assertThat(only().failure()).contains(Failure.of(FailureKind.DEADLINE_EXCEEDED));
    assertThat(only().state()).isEqualTo(DeliveryState.PENDING);
  }

  @Test
  void a_listener_that_fails_is_told_again_and_deliveries_do_not_mind() {
    List<Alert> heard = new ArrayList<>();
    boolean[] broken = {true};
    engine =
        Engine.in(store)
            .runtime(VirtualRuntime.create(time, 1))
            .subscriber(subscriber("record_payment", "Paid", payments, OperationKind.KEYED_WRITE))
            .alerts(alert -> {
              if (broken[0]) {
                throw new IllegalStateException("pager is down");
              }
              heard.add(alert);
            })
            .build();
    driver = new EngineDriver(engine, time);
    payments.answers(500);
    for (int i = 0; i < 5; i++) {
      emit("Paid");
    }
    driver.runDue();

    broken[0] = false;
    advance(Duration.ofSeconds(35), Duration.ofSeconds(5));

    assertThat(heard).hasSize(1);
  }

  @Test
  void a_step_of_the_wall_clock_changes_neither_leases_nor_waits() {
    payments.answers(503);
    emit("Paid");
    driver.runDue();
    payments.answers(200);

    time.setWallClock(time.instant().plus(Duration.ofDays(400)));
    engine.steps().claim();
    engine.steps().acknowledge();

    assertThat(payments.received()).hasSize(1);
  }

  @Test
  void after_a_step_forward_the_claims_of_living_workers_get_a_lease_to_be_renewed() {
    emit("Paid");
    claimAndBeLost();
    time.setWallClock(time.instant().plus(Duration.ofMinutes(10)));
    driver.runDue();

    advance(Duration.ofSeconds(119), Duration.ofSeconds(1));
    assertThat(payments.received()).isEmpty();
    advance(Duration.ofSeconds(2), Duration.ofSeconds(1));

    assertThat(payments.received()).hasSize(1);
  }

  @Test
  void an_attempt_on_its_way_is_never_taken_over_by_its_own_engine() {
    payments.does(() -> {
      time.advance(Duration.ofMinutes(3));
      engine.steps().claim();
      return new CallEnding.Answered(200);
    });

    emit("Paid");
    driver.runDue();

    assertThat(payments.received()).hasSize(1);
    assertThat(only().attempts()).isEqualTo(1);
    assertThat(only().state()).isEqualTo(DeliveryState.SUCCEEDED);
  }

  @Test
  void an_unsafe_call_without_an_answer_is_remembered_past_later_answers() {
    start(
        subscriber(
            "record_payment",
            "Paid",
            payments,
            (event, attempt) -> {
              payments.ends(new CallEnding.TimedOut());
              attempt.client(payments).call(OperationKind.WRITE, "first");
              payments.answers(200);
              attempt.client(payments).call(OperationKind.WRITE, "second");
              time.advance(EngineOptions.DEFAULT.runLimit().plusMillis(1));
              engine.steps().cutOverdue();
              throw new InterruptedException();
            }));

    emit("Paid");
    driver.runDue();

    assertThat(only().state()).isEqualTo(DeliveryState.PARKED);
  }

  @Test
  void a_backoff_that_throws_is_a_defect_and_the_delivery_fails_at_once() {
    Backoff broken =
        (attempt, random) -> {
          throw new ArithmeticException("of the user's own");
        };
    start(
        new Subscriber(
            "record_payment",
            "Paid",
            List.of("payments"),
            new DeliveryPolicy(RetryBudget.DEFAULT, broken),
            payments.calling(OperationKind.KEYED_WRITE)));
    payments.answers(503);

    emit("Paid");
    driver.runDue();

    assertThat(only().state()).isEqualTo(DeliveryState.FAILED);
    assertThat(only().failure()).contains(Failure.of(FailureKind.INTERNAL_FAULT));
  }

  @Test
  void an_ending_that_cannot_be_written_keeps_no_other_from_being_and_is_not_lost() {
    PoisonedStore poisoned = new PoisonedStore(store, "id-00000001-1");
    engine =
        Engine.in(poisoned)
            .runtime(VirtualRuntime.create(time, 1))
            .subscriber(subscriber("record_payment", "Paid", payments, OperationKind.KEYED_WRITE))
            .build();
    for (int i = 0; i < 3; i++) {
      emit("Paid");
    }

    engine.steps().claim();
    engine.steps().acknowledge();
    assertThat(deliveries()).filteredOn(d -> d.state() == DeliveryState.SUCCEEDED).hasSize(2);
    assertThatThrownBy(() -> engine.steps().acknowledge()).isInstanceOf(StoreException.class);
    // Its lease is kept meanwhile: nobody runs it again.
    time.advance(Duration.ofSeconds(100));
    engine.steps().renewLeases();
    time.advance(Duration.ofSeconds(100));
    assertThat(engine.steps().claim()).isZero();

    poisoned.cure();
    engine.steps().acknowledge();
    assertThat(deliveries()).allMatch(d -> d.state() == DeliveryState.SUCCEEDED);
    assertThat(payments.received()).hasSize(3);
  }

  @Test
  void with_fewer_places_than_lanes_each_lane_has_its_turn() {
    List<String> order = new ArrayList<>();
    Action noting = (event, attempt) -> order.add(event.type());
    engine =
        Engine.in(store)
            .runtime(VirtualRuntime.create(time, 1))
            .options(
                new EngineOptions(
                    1,
                    Duration.ofMinutes(1),
                    Duration.ofMinutes(2),
                    Duration.ofSeconds(1),
                    Duration.ofSeconds(5)))
            .subscriber(subscriber("one", "One", payments, noting))
            .subscriber(subscriber("two", "Two", payments, noting))
            .build();
    for (int i = 0; i < 3; i++) {
      emit("One");
      emit("Two");
    }

    new EngineDriver(engine, time).runDue();

    assertThat(order).containsExactly("One", "Two", "One", "Two", "One", "Two");
  }

  @Test
  void two_subscribers_of_one_name_are_refused() {
    Subscriber one = subscriber("twin", "Paid", payments, OperationKind.READ);

    assertThatThrownBy(() -> Engine.in(store).subscriber(one).subscriber(one))
        .hasMessage("subscriber names must be unique but twin was declared twice");
  }
}
