package dev.holdfast.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.core.ClaimFacts.Handled;
import dev.holdfast.core.ClaimFacts.Lease;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

class DeliveryPolicyTest {
  private static final Duration OWN_WAIT = Duration.ofSeconds(30);

  static Stream<Arguments> attempts() {
    return Conformance.cases("after-attempt.json", "cases", "name");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("attempts")
  void after_an_attempt_it_goes_as_the_conformance_file_says(String name, JsonNode each) {
    AfterAttempt after =
        policy(each)
            .afterAttempt(spent(each, "attempts"), ending(each), each.get("random").asDouble());

    JsonNode expect = each.get("expect");
    AfterAttempt expected =
        switch (expect.get("state").asString()) {
          case "succeeded" -> new AfterAttempt.Succeed();
          case "parked" -> new AfterAttempt.Park();
          case "pending" ->
              new AfterAttempt.Retry(Duration.ofMillis(expect.get("waitMs").asLong()));
          case "failed" ->
              new AfterAttempt.Fail(
                  AfterAttempt.Reason.valueOf(
                      expect.get("reason").asString().toUpperCase(Locale.ROOT)));
          default -> throw new IllegalStateException(expect.toString());
        };
    assertThat(after).isEqualTo(expected);
  }

  private static AttemptEnding ending(JsonNode each) {
    String ended = each.get("ended").asString();
    if (ended.equals("succeeded")) {
      return new AttemptEnding.Succeeded();
    }
    FailureKind kind = FailureKind.of(ended).orElseThrow();
    return each.has("retryAfterMs")
        ? new AttemptEnding.FailedRetryAfter(
            kind, Duration.ofMillis(each.get("retryAfterMs").asLong()))
        : new AttemptEnding.Failed(kind);
  }

  static Stream<Arguments> claims() {
    return Conformance.cases("at-claim.json", "cases", "name");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("claims")
  void at_the_claim_it_goes_as_the_conformance_file_says(String name, JsonNode each) {
    AtClaim decision = policy(each).atClaim(facts(each));

    JsonNode expect = each.get("expect");
    switch (decision) {
      case AtClaim.Run run -> {
        assertThat(expect.get("decision").asString()).isEqualTo("run");
        assertThat(run.attempts()).isEqualTo(expect.get("attempts").asInt());
        assertThat(run.probe()).isEqualTo(expect.path("probe").asBoolean(false));
      }
      case AtClaim.Hold hold -> {
        assertThat(expect.get("decision").asString()).isEqualTo("held");
        assertThat(hold.attempts()).isEqualTo(expect.get("attempts").asInt());
      }
      case AtClaim.GiveUp given -> {
        assertThat(expect.get("decision").asString()).isEqualTo("failed");
        assertThat(given.attempts()).isEqualTo(expect.get("attempts").asInt());
        assertThat(given.lastFailure().text()).isEqualTo(expect.get("lastFailure").asString());
      }
      case AtClaim.Park park -> {
        assertThat(expect.get("decision").asString()).isEqualTo("parked");
        assertThat(park.lastFailure().text()).isEqualTo(expect.get("lastFailure").asString());
      }
      case AtClaim.AlreadyHandled handled ->
          assertThat(expect.get("decision").asString()).isEqualTo("succeeded");
      case AtClaim.HandledUnreachable unreachable -> {
        assertThat(expect.get("decision").asString()).isEqualTo("retry");
        assertThat(
                policy(each)
                    .afterAttempt(
                        spent(each, "attemptsUsed"),
                        new AttemptEnding.Failed(FailureKind.STORE_UNREACHABLE),
                        0.5))
            .isInstanceOf(AfterAttempt.Retry.class);
      }
    }
  }

  private static ClaimFacts facts(JsonNode each) {
    Lease lease = Lease.NONE;
    if (each.path("leaseLapsed").asBoolean(false)) {
      lease =
          each.path("mayHaveCalled").asBoolean(false) ? Lease.LAPSED_MAY_HAVE_CALLED : Lease.LAPSED;
    }
    return new ClaimFacts(
        spent(each, "attemptsUsed"),
        Handled.valueOf(each.get("handled").asString().toUpperCase(Locale.ROOT)),
        Gate.valueOf(each.get("breaker").asString().toUpperCase(Locale.ROOT)),
        lease,
        each.has("lastFailure")
            ? FailureKind.of(each.get("lastFailure").asString())
            : Optional.empty());
  }

  private static DeliveryPolicy policy(JsonNode each) {
    return new DeliveryPolicy(
        new RetryBudget(
            each.get("maxAttempts").asInt(), Duration.ofMillis(each.get("withinMs").asLong())),
        FullJitter.FOR_DELIVERIES);
  }

  private static Spent spent(JsonNode each, String attempts) {
    return new Spent(
        each.get(attempts).asInt(),
        Duration.ofMillis(each.get("sinceStartMs").asLong()),
        Duration.ofMillis(each.path("heldMs").asLong(0)));
  }

  @Test
  void a_declared_budget_is_checked_on_both_sides_of_each_limit() {
    Duration most = Duration.ofDays(30);
    assertThat(RetryBudget.declaredBy("s", 1, Duration.ofSeconds(1))).isNotNull();
    assertThat(RetryBudget.declaredBy("s", 100, most)).isNotNull();
    assertThatThrownBy(() -> RetryBudget.declaredBy("record_payment", 5, Duration.ofDays(45)))
        .isInstanceOfSatisfying(
            RetryInvalidException.class,
            e -> assertThat(e.code()).isEqualTo("subscriber.retry_invalid"))
        .hasMessage("within must be between 1 s and 30 d but was 45 d (subscriber record_payment)");
    assertThatThrownBy(() -> RetryBudget.declaredBy("s", 5, most.plusMillis(1)))
        .hasMessageContaining("but was 2592000001 ms");
    assertThatThrownBy(() -> RetryBudget.declaredBy("s", 5, Duration.ofMillis(999)))
        .hasMessageContaining("but was 999 ms");
    assertThatThrownBy(() -> RetryBudget.declaredBy("s", 0, most))
        .hasMessage("attempts must be between 1 and 100 but was 0 (subscriber s)");
    assertThatThrownBy(() -> RetryBudget.declaredBy("s", 101, most))
        .hasMessage("attempts must be between 1 and 100 but was 101 (subscriber s)");
  }

  @Test
  void a_provider_may_ask_for_no_wait_but_not_for_a_negative_one() {
    assertThat(new AttemptEnding.FailedRetryAfter(FailureKind.UNAVAILABLE, Duration.ZERO))
        .isNotNull();
    assertThatThrownBy(() ->
            new AttemptEnding.FailedRetryAfter(FailureKind.UNAVAILABLE, Duration.ofMillis(-1)))
        .hasMessage("retryAfter must not be negative but was -1 ms");
  }

  @ParameterizedTest
  @EnumSource(
      value = FailureKind.class,
      names = {"UNAVAILABLE", "RATE_LIMITED"})
  void a_providers_wait_is_taken_up_to_six_hours_where_the_provider_can_ask(FailureKind kind) {
    Duration sixHours = Duration.ofHours(6);

    assertThat(afterAsking(kind, Duration.ofSeconds(29))).isEqualTo(OWN_WAIT);
    assertThat(afterAsking(kind, Duration.ofSeconds(31))).isEqualTo(Duration.ofSeconds(31));
    assertThat(afterAsking(kind, sixHours.minusMillis(1))).isEqualTo(sixHours.minusMillis(1));
    assertThat(afterAsking(kind, sixHours.plusMillis(1))).isEqualTo(sixHours);
  }

  @ParameterizedTest
  @EnumSource(
      value = FailureKind.class,
      names = {"STORE_UNREACHABLE", "DEADLINE_EXCEEDED", "LEASE_EXPIRED"})
  void a_wait_that_no_provider_can_have_asked_for_is_not_taken(FailureKind kind) {
    assertThat(afterAsking(kind, Duration.ofHours(1))).isEqualTo(OWN_WAIT);
  }

  private static Duration afterAsking(FailureKind kind, Duration asked) {
    AfterAttempt after =
        new DeliveryPolicy(RetryBudget.DEFAULT, Backoff.fixed(OWN_WAIT))
            .afterAttempt(
                new Spent(1, Duration.ZERO, Duration.ZERO),
                new AttemptEnding.FailedRetryAfter(kind, asked),
                0);
    return ((AfterAttempt.Retry) after).delay();
  }

  @Test
  void a_window_that_was_held_for_almost_all_time_is_met_to_the_millisecond() {
    Duration wait = Duration.ofSeconds(30);
    var policy = new DeliveryPolicy(new RetryBudget(9, wait), Backoff.fixed(wait));
    Spent met = new Spent(1, Durations.LONGEST, Durations.LONGEST);
    Spent past = new Spent(1, Durations.LONGEST, Durations.LONGEST.minusMillis(1));
    AttemptEnding ending = new AttemptEnding.Failed(FailureKind.UNAVAILABLE);

    assertThat(policy.afterAttempt(met, ending, 0)).isEqualTo(new AfterAttempt.Retry(wait));
    assertThat(policy.afterAttempt(past, ending, 0))
        .isEqualTo(new AfterAttempt.Fail(AfterAttempt.Reason.WINDOW));
  }

  @Test
  void a_retry_is_never_under_a_second_nor_over_six_hours_nor_past_the_window() {
    Trials.check(source -> {
      RetryBudget budget =
          new RetryBudget(1 + source.below(100), Duration.ofSeconds(1 + source.below(2_592_000)));
      Spent spent =
          new Spent(
              1 + source.below(100),
              Duration.ofMillis(source.millis()),
              Duration.ofMillis(source.millis()));
      AttemptEnding ending =
          new AttemptEnding.FailedRetryAfter(
              source.one(List.of(FailureKind.values())), Duration.ofMillis(source.millis()));

      AfterAttempt after =
          new DeliveryPolicy(budget, FullJitter.FOR_DELIVERIES)
              .afterAttempt(spent, ending, source.unit());

      if (after instanceof AfterAttempt.Retry retry) {
        assertThat(retry.delay()).isBetween(Duration.ofSeconds(1), Duration.ofHours(6));
        assertThat(spent.attempts()).isLessThan(budget.attempts());
        assertThat(spent.sinceStart().plus(retry.delay()))
            .isLessThanOrEqualTo(budget.within().plus(spent.held()));
      }
    });
  }
}
