package dev.holdfast.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.client.runtime.Signal;
import dev.holdfast.core.Backoff;
import dev.holdfast.core.Durations;
import dev.holdfast.core.FullJitter;
import dev.holdfast.core.WaitRule;
import java.time.Duration;
import java.util.function.Function;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class OptionsTest {
  private static final Options NONE = Options.none();
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofDays(366);

  private static Plan plan(Options options) {
    return Plan.of("crm", options, null);
  }

  @Test
  void say_by_default_four_retries_with_full_jitter_and_no_bound() {
    Plan plan = plan(NONE);

    assertThat(plan.policy().maxAttempts()).isEqualTo(5);
    assertThat(plan.policy().backoff()).isEqualTo(FullJitter.FOR_CALLS);
    assertThat(plan.policy().waitRule()).isEqualTo(WaitRule.LONGER_OF_BOTH);
    assertThat(plan.bounds().maxRequests()).isEqualTo(Integer.MAX_VALUE);
    assertThat(plan.bounds().deadline()).isEqualTo(Durations.LONGEST);
    assertThat(plan.bounds().maxRetryAfter()).isEqualTo(Duration.ofMinutes(10));
    assertThat(plan.timed()).isFalse();
    assertThat(plan.hasTimeout()).isFalse();
    assertThat(plan.cuts()).isFalse();
    assertThat(plan.signal()).isNull();
  }

  @Test
  void a_client_has_a_timeout_of_its_own_until_the_options_set_one() {
    assertThat(Plan.of("crm", NONE, Options.TIMEOUT).timeoutNanos()).isEqualTo(30_000_000_000L);
    assertThat(Plan.of("crm", NONE.timeout(SECOND), Options.TIMEOUT).timeoutNanos())
        .isEqualTo(1_000_000_000L);
  }

  @Test
  void each_is_taken_into_the_plan() {
    Signal signal = Signal.create();
    Plan plan =
        plan(
            NONE.retries(1)
                .timeout(SECOND)
                .deadline(SECOND)
                .maxRequests(3)
                .signal(signal)
                .maxRetryAfter(SECOND));

    assertThat(plan.policy().maxAttempts()).isEqualTo(2);
    assertThat(plan.timeoutNanos()).isEqualTo(1_000_000_000L);
    assertThat(plan.timed()).isTrue();
    assertThat(plan.bounds().deadline()).isEqualTo(SECOND);
    assertThat(plan.bounds().maxRequests()).isEqualTo(3);
    assertThat(plan.bounds().maxRetryAfter()).isEqualTo(SECOND);
    assertThat(plan.signal()).isSameAs(signal);
    assertThat(plan.cancelled()).isFalse();
    signal.fire();
    assertThat(plan.cancelled()).isTrue();
  }

  @Test
  void either_a_timeout_or_a_signal_cuts() {
    assertThat(plan(NONE.timeout(SECOND)).cuts()).isTrue();
    assertThat(plan(NONE.signal(Signal.create())).cuts()).isTrue();
    assertThat(plan(NONE.deadline(SECOND).maxRequests(1)).cuts()).isFalse();
  }

  @Test
  void what_one_call_sets_wins_and_what_it_leaves_out_stays() {
    Signal ofAll = Signal.create();
    Signal ofOne = Signal.create();
    Backoff fixed = Backoff.fixed(SECOND);
    Options all =
        NONE.retries(7, fixed)
            .timeout(SECOND)
            .deadline(SECOND)
            .maxRequests(3)
            .signal(ofAll)
            .maxRetryAfter(SECOND);
    Options one =
        NONE.retries(1)
            .timeout(LONGEST)
            .deadline(LONGEST)
            .maxRequests(9)
            .signal(ofOne)
            .maxRetryAfter(LONGEST);

    assertThat(NONE.over(all)).isSameAs(all);
    assertThat(NONE.retries(1).over(all).timeout()).hasValue(SECOND);
    Options both = one.over(all);

    assertThat(both.retriesOr(0)).isEqualTo(1);
    assertThat(both.backoff()).hasValue(fixed);
    assertThat(both.timeout()).hasValue(LONGEST);
    assertThat(both.deadlineOr(SECOND)).isEqualTo(LONGEST);
    assertThat(both.maxRequestsOr(0)).isEqualTo(9);
    assertThat(both.signal()).hasValue(ofOne);
    assertThat(both.maxRetryAfterOr(SECOND)).isEqualTo(LONGEST);
    Options kept = NONE.maxRequests(2).over(all);
    assertThat(kept.signal()).hasValue(ofAll);
    assertThat(kept.deadlineOr(LONGEST)).isEqualTo(SECOND);
    assertThat(kept.maxRetryAfterOr(LONGEST)).isEqualTo(SECOND);
  }

  @Test
  void one_call_can_take_the_deadline_of_all_away() {
    assertThat(plan(NONE.noDeadline().over(NONE.deadline(SECOND))).timed()).isFalse();
  }

  @Test
  void numbers_are_taken_at_both_ends_of_their_range_and_refused_past_them() {
    accepts(() -> NONE.retries(0));
    accepts(() -> NONE.retries(1_000_000, Backoff.fixed(SECOND)));
    refuses(() -> NONE.retries(-1), "retries must be between 0 and 1000000 but was -1");
    refuses(() -> NONE.retries(1_000_001), "retries must be between 0 and 1000000 but was 1000001");
    refuses(
        () -> NONE.retries(-1, Backoff.fixed(SECOND)),
        "retries must be between 0 and 1000000 but was -1");
    accepts(() -> NONE.maxRequests(1));
    accepts(() -> NONE.maxRequests(Integer.MAX_VALUE));
    refuses(() -> NONE.maxRequests(0), "maxRequests must be between 1 and 2147483647 but was 0");
  }

  @Test
  void times_are_taken_at_both_ends_of_their_range_and_refused_past_them() {
    checkTime("timeout", NONE::timeout);
    checkTime("deadline", NONE::deadline);
    checkTime("maxRetryAfter", NONE::maxRetryAfter);
  }

  private static void checkTime(String name, Function<Duration, Options> setter) {
    accepts(() -> setter.apply(Duration.ofMillis(1)));
    accepts(() -> setter.apply(LONGEST));
    refuses(
        () -> setter.apply(Duration.ZERO), name + " must be between 1 ms and 366 d but was 0 s");
    refuses(
        () -> setter.apply(Duration.ofMillis(-3)),
        name + " must be between 1 ms and 366 d but was -3 ms");
    refuses(
        () -> setter.apply(LONGEST.plusMillis(1)),
        name + " must be between 1 ms and 366 d but was 31622400001 ms");
    // Overflows where it is counted in milliseconds: failsafe-lib/failsafe#215
    refuses(
        () -> setter.apply(Duration.ofSeconds(Long.MAX_VALUE)),
        name + " must be between 1 ms and 366 d but was 9223372036854775807 ms");
  }

  private static void accepts(ThrowingCallable setting) {
    assertThatCode(setting).doesNotThrowAnyException();
  }

  private static void refuses(ThrowingCallable setting, String message) {
    assertThatThrownBy(setting).isInstanceOf(IllegalArgumentException.class).hasMessage(message);
  }

  @Test
  void a_backoff_of_the_callers_own_is_blamed_by_the_name_of_the_calls() {
    Backoff broken =
        plan(NONE.retries(1, (attempt, random) -> Duration.ofMillis(-1))).policy().backoff();

    assertThatThrownBy(() -> broken.after(1, 0.5)).hasMessageStartingWith("backoff of crm must");
  }
}
