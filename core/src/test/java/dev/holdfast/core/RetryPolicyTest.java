package dev.holdfast.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RetryPolicyTest {
  private static final DoubleSupplier HALF = () -> 0.5;
  private static final CallBounds UNBOUND = CallBounds.DEFAULT;

  private static CallProgress progress(int attempts) {
    return new CallProgress(attempts, attempts, Duration.ZERO, false);
  }

  private static RetryDecision decide(
      CallBounds bounds, CallProgress progress, @Nullable Duration asked) {
    return RetryPolicy.DEFAULT.afterFailure(bounds, progress, true, asked, HALF);
  }

  private static RetryDecision retry(long millis) {
    return new RetryDecision.Retry(Duration.ofMillis(millis));
  }

  private static RetryDecision stop(StopReason reason) {
    return new RetryDecision.Stop(reason);
  }

  private static CallBounds deadline(long millis) {
    return new CallBounds(Integer.MAX_VALUE, Duration.ofMillis(millis), Duration.ZERO);
  }

  @Test
  void waits_by_full_jitter_until_the_attempts_are_used() {
    assertThat(decide(UNBOUND, progress(1), null)).isEqualTo(retry(500));
    assertThat(decide(UNBOUND, progress(4), null)).isEqualTo(retry(4_000));
    assertThat(decide(UNBOUND, progress(5), null)).isEqualTo(stop(StopReason.ATTEMPTS));
  }

  @Test
  void waits_as_long_as_the_provider_asks_if_that_is_longer() {
    assertThat(decide(UNBOUND, progress(1), Duration.ofSeconds(20))).isEqualTo(retry(20_000));
    assertThat(decide(UNBOUND, progress(1), Duration.ZERO)).isEqualTo(retry(500));
  }

  @Test
  void follows_the_asked_wait_without_drawing_where_the_rule_says_so() {
    RetryPolicy follow = new RetryPolicy(5, FullJitter.FOR_CALLS, WaitRule.FOLLOW_ASKED);
    DoubleSupplier never =
        () -> {
          throw new AssertionError("drawn");
        };

    assertThat(follow.afterFailure(UNBOUND, progress(3), true, Duration.ofMillis(1), never))
        .isEqualTo(retry(1));
    assertThat(follow.afterFailure(UNBOUND, progress(3), true, null, HALF)).isEqualTo(retry(2_000));
  }

  @Test
  void a_wait_longer_than_allowed_ends_the_call_unless_a_deadline_bounds_it() {
    Duration tenMinutes = Duration.ofMinutes(10);

    assertThat(decide(UNBOUND, progress(1), tenMinutes)).isEqualTo(retry(600_000));
    assertThat(decide(UNBOUND, progress(1), tenMinutes.plusMillis(1)))
        .isEqualTo(stop(StopReason.WAIT_TOO_LONG));
    assertThat(decide(deadline(700_000), progress(1), tenMinutes.plusMillis(1)))
        .isEqualTo(retry(600_001));
  }

  @Test
  void a_wait_may_end_at_the_deadline_and_not_a_millisecond_later() {
    CallProgress afterASecond = new CallProgress(1, 1, Duration.ofSeconds(1), false);

    assertThat(decide(deadline(1_500), afterASecond, null)).isEqualTo(retry(500));
    assertThat(decide(deadline(1_499), afterASecond, null)).isEqualTo(stop(StopReason.DEADLINE));
    assertThat(decide(deadline(1_500), afterASecond, Durations.LONGEST))
        .isEqualTo(stop(StopReason.DEADLINE));
  }

  @Test
  void the_last_request_of_the_budget_is_not_waited_for() {
    CallBounds two = new CallBounds(2, Durations.LONGEST, Duration.ofMinutes(10));

    assertThat(decide(two, progress(1), null)).isEqualTo(retry(500));
    assertThat(decide(two, progress(2), null)).isEqualTo(stop(StopReason.BUDGET));
  }

  @Test
  void the_reasons_come_in_a_fixed_order() {
    CallBounds spent = new CallBounds(1, Duration.ZERO, Duration.ZERO);
    CallProgress all = new CallProgress(9, 9, Duration.ofDays(1), true);
    CallProgress notCancelled = new CallProgress(9, 9, Duration.ofDays(1), false);
    CallProgress attemptsLeft = new CallProgress(4, 9, Duration.ofDays(1), false);

    assertThat(RetryPolicy.DEFAULT.afterFailure(spent, all, false, null, HALF))
        .isEqualTo(stop(StopReason.CANCELLED));
    assertThat(RetryPolicy.DEFAULT.afterFailure(spent, notCancelled, false, null, HALF))
        .isEqualTo(stop(StopReason.NOT_RETRYABLE));
    assertThat(decide(spent, notCancelled, null)).isEqualTo(stop(StopReason.ATTEMPTS));
    assertThat(decide(spent, attemptsLeft, null)).isEqualTo(stop(StopReason.BUDGET));
    assertThat(StopReason.WAIT_TOO_LONG.text()).isEqualTo("wait too long");
  }

  @Test
  void bounds_and_attempts_out_of_range_are_refused() {
    Duration none = Duration.ZERO;
    Duration below = Duration.ofMillis(-1);
    assertThatThrownBy(() -> new CallBounds(0, none, none))
        .hasMessage("maxRequests must be between 1 and 2147483647 but was 0");
    assertThatThrownBy(() -> new CallBounds(1, below, none))
        .hasMessage("deadline must not be negative but was -1 ms");
    assertThatThrownBy(() -> new CallBounds(1, none, below))
        .hasMessage("maxRetryAfter must not be negative but was -1 ms");
    assertThatThrownBy(() -> new RetryPolicy(0, FullJitter.FOR_CALLS, WaitRule.LONGER_OF_BOTH))
        .hasMessage("maxAttempts must be between 1 and 2147483647 but was 0");
  }

  @Test
  void no_retry_ever_passes_a_bound() {
    Trials.check(source -> {
      CallBounds bounds =
          new CallBounds(
              1 + source.below(9),
              Duration.ofMillis(source.millis()),
              Duration.ofMillis(source.millis()));
      CallProgress progress =
          new CallProgress(
              1 + source.below(6), 1 + source.below(12), Duration.ofMillis(source.millis()), false);
      Duration asked = source.below(2) == 0 ? null : Duration.ofMillis(source.millis());

      RetryDecision decision =
          RetryPolicy.DEFAULT.afterFailure(bounds, progress, true, asked, source::unit);

      if (decision instanceof RetryDecision.Retry retry) {
        assertThat(progress.attempts()).isLessThan(5);
        assertThat(progress.requests()).isLessThan(bounds.maxRequests());
        if (asked != null) {
          assertThat(retry.delay()).isGreaterThanOrEqualTo(asked);
        }
        if (bounds.hasDeadline()) {
          assertThat(progress.elapsed().plus(retry.delay())).isLessThanOrEqualTo(bounds.deadline());
        }
      }
    });
  }
}
