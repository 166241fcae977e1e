package dev.holdfast.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.CallEnding;
import dev.holdfast.core.DeliveryPolicy;
import dev.holdfast.core.FailureKind;
import dev.holdfast.core.FullJitter;
import dev.holdfast.core.OperationKind;
import dev.holdfast.core.RetryBudget;
import dev.holdfast.delivery.ActionFailedException;
import dev.holdfast.delivery.Alert;
import dev.holdfast.delivery.DeliveryState;
import dev.holdfast.delivery.DeliveryView;
import dev.holdfast.delivery.Failure;
import dev.holdfast.delivery.Subscriber;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the engine makes of answers, failures and outages. */
class EngineTest extends EngineFixture {
  @Test
  void an_event_is_delivered_once_to_each_subscriber_of_its_type() {
    start(
        subscriber("record_payment", "Paid", payments, OperationKind.KEYED_WRITE),
        subscriber("send_mail", "Paid", mail, OperationKind.KEYED_WRITE),
        subscriber("send_refund", "Refunded", mail, OperationKind.KEYED_WRITE));

    emit("Paid");
    driver.runDue();
    advance(Duration.ofHours(1), Duration.ofMinutes(1));

    assertThat(payments.received()).hasSize(1);
    assertThat(mail.received()).hasSize(1);
    assertThat(deliveries())
        .hasSize(2)
        .allMatch(d -> d.state() == DeliveryState.SUCCEEDED && d.attempts() == 1);
  }

  @Test
  void a_failed_attempt_is_tried_again_under_the_same_key_until_it_succeeds() {
    payments.answers(503);
    emit("Paid");
    driver.runDue();
    assertThat(only().state()).isEqualTo(DeliveryState.PENDING);
    assertThat(only().dueAt()).isAfterOrEqualTo(time.instant().plusSeconds(1));

    payments.answers(200);
    advance(Duration.ofSeconds(31), Duration.ofSeconds(1));

    assertThat(only().state()).isEqualTo(DeliveryState.SUCCEEDED);
    assertThat(only().attempts()).isEqualTo(2);
    assertThat(payments.received()).hasSize(2);
    assertThat(payments.received().getFirst()).isEqualTo(payments.received().getLast());
  }

  @Test
  void a_provider_that_asks_to_wait_is_left_alone_as_long() {
    payments.ends(new CallEnding.AnsweredRetryAfter(429, Duration.ofMinutes(10)));

    emit("Paid");
    driver.runDue();

    assertThat(only().dueAt()).isEqualTo(time.instant().plus(Duration.ofMinutes(10)));
    assertThat(only().failure().orElseThrow().kind()).isEqualTo(FailureKind.RATE_LIMITED);
  }

  @Test
  void what_the_same_input_meets_again_fails_at_once() {
    payments.answers(404);

    emit("Paid");
    driver.runDue();

    assertThat(only().state()).isEqualTo(DeliveryState.FAILED);
    assertThat(only().failure().orElseThrow().status()).hasValue(404);
  }

  @Test
  void a_write_without_an_answer_is_parked_and_never_tried_again() {
    start(subscriber("record_payment", "Paid", payments, OperationKind.WRITE));
    payments.ends(new CallEnding.TimedOut());

    emit("Paid");
    driver.runDue();
    advance(Duration.ofDays(4), Duration.ofHours(1));

    assertThat(only().state()).isEqualTo(DeliveryState.PARKED);
    assertThat(payments.received()).hasSize(1);
  }

  @Test
  void a_defect_fails_as_internal_fault_and_its_message_is_kept_nowhere() {
    start(
        subscriber(
            "record_payment",
            "Paid",
            payments,
            (event, attempt) -> {
              throw new ArithmeticException("card 4111 1111");
            }));

    emit("Paid");
    driver.runDue();

    assertThat(only().state()).isEqualTo(DeliveryState.FAILED);
    assertThat(only().failure()).contains(Failure.of(FailureKind.INTERNAL_FAULT));
    assertThat(only().toString()).doesNotContain("4111");
  }

  @Test
  void a_call_through_an_undeclared_connection_is_refused() {
    start(subscriber("record_payment", "Paid", payments, mail.calling(OperationKind.KEYED_WRITE)));

    emit("Paid");
    driver.runDue();

    assertThat(only().failure()).contains(Failure.of(FailureKind.INVALID));
    assertThat(mail.received()).isEmpty();
  }

  @Test
  void a_delivery_fails_when_its_attempts_are_used() {
    Subscriber twice =
        new Subscriber(
            "record_payment",
            "Paid",
            List.of("payments"),
            new DeliveryPolicy(new RetryBudget(2, Duration.ofDays(1)), FullJitter.FOR_DELIVERIES),
            payments.calling(OperationKind.KEYED_WRITE));
    start(twice);
    payments.answers(500);

    emit("Paid");
    driver.runDue();
    advance(Duration.ofHours(1), Duration.ofMinutes(1));

    assertThat(only().state()).isEqualTo(DeliveryState.FAILED);
    assertThat(only().attempts()).isEqualTo(2);
  }

  @Test
  void an_outage_is_held_not_burnt_probed_and_survived_by_all() {
    payments.answers(503);
    for (int i = 0; i < 200; i++) {
      emit("Paid");
    }
    driver.runDue();
    int beforeItOpened = payments.received().size();
    advance(Duration.ofHours(5), Duration.ofSeconds(10));
    int during = payments.received().size() - beforeItOpened;

    assertThat(deliveries()).extracting(DeliveryView::state).contains(DeliveryState.HELD);
    // Probes after 1, 2, 4, 8 and then every 10 minutes.
    assertThat(during).isBetween(30, 34);

    payments.answers(200);
    advance(Duration.ofMinutes(11), Duration.ofSeconds(10));

    assertThat(deliveries()).allMatch(d -> d.state() == DeliveryState.SUCCEEDED);
    assertThat(new HashSet<>(payments.received())).hasSize(200);
    assertThat(deliveries()).allMatch(d -> d.attempts() <= 4);
    assertThat(alerts).hasSize(2);
    assertThat(alerts.getFirst()).isInstanceOf(Alert.ConnectionUnavailable.class);
    assertThat(alerts.getLast()).isInstanceOf(Alert.ConnectionRecovered.class);
    assertThat(alerts.getFirst().outage()).isEqualTo(alerts.getLast().outage());
  }

  @Test
  void time_held_does_not_count_towards_the_window() {
    payments.answers(503);
    for (int i = 0; i < 200; i++) {
      emit("Paid");
    }
    driver.runDue();
    // Ten days down: more than three times the window.
    advance(Duration.ofDays(10), Duration.ofMinutes(10));
    payments.answers(200);
    advance(Duration.ofHours(6), Duration.ofMinutes(1));

    assertThat(deliveries()).allMatch(d -> d.state() == DeliveryState.SUCCEEDED);
  }

  @Test
  void an_outage_of_one_connection_leaves_the_others_alone() {
    start(
        subscriber("record_payment", "Paid", payments, OperationKind.KEYED_WRITE),
        subscriber("send_mail", "Mailed", mail, OperationKind.KEYED_WRITE));
    payments.ends(new CallEnding.NeverLeft());
    for (int i = 0; i < 100; i++) {
      emit("Paid");
    }
    driver.runDue();

    emit("Mailed");
    driver.runDue();

    assertThat(mail.received()).hasSize(1);
  }

  @Test
  void a_delivery_past_its_window_is_given_up_without_running() {
    payments.answers(200);
    emit("Paid");
    time.advance(Duration.ofDays(3).plusMillis(1));

    driver.runDue();

    assertThat(payments.received()).isEmpty();
    assertThat(only().state()).isEqualTo(DeliveryState.FAILED);
    assertThat(only().attempts()).isZero();
    assertThat(only().failure()).contains(Failure.of(FailureKind.DEADLINE_EXCEEDED));
  }

  @Test
  void at_the_window_exactly_it_runs() {
    emit("Paid");
    time.advance(Duration.ofDays(3));

    driver.runDue();

    assertThat(only().state()).isEqualTo(DeliveryState.SUCCEEDED);
  }

  @Test
  void a_refusal_by_an_action_fails_the_delivery_and_calls_nobody() {
    start(
        subscriber(
            "record_payment",
            "Paid",
            payments,
            (event, attempt) -> {
              throw ActionFailedException.of(FailureKind.REJECTED);
            }));

    emit("Paid");
    driver.runDue();

    assertThat(only().state()).isEqualTo(DeliveryState.FAILED);
    assertThat(store.breakers(engine.lanes(), engine.now())).isEmpty();
  }
}
