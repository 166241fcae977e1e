package dev.holdfast.testing;

import static dev.holdfast.testing.Tried.ms;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.holdfast.client.CallError;
import dev.holdfast.client.CallException;
import dev.holdfast.client.Guard;
import dev.holdfast.client.Hooks;
import dev.holdfast.client.Options;
import dev.holdfast.client.runtime.ClientRuntime;
import dev.holdfast.core.Backoff;
import dev.holdfast.core.CallEnding.Sent;
import dev.holdfast.core.ErrorCode;
import dev.holdfast.core.StopReason;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class GuardTest {
  private static final Options NONE = Options.none();

  private final Tried tried = new Tried();

  private static CallException failed(boolean permanent, @Nullable Duration retryAfter) {
    return new CallException(
        CallError.of(ErrorCode.PROVIDER, "crm", "crm responded 503")
            .permanent(permanent)
            .retryAfter(retryAfter)
            .status(503)
            .build());
  }

  private void failAsking(Guard guard, Duration retryAfter) {
    CallException failure = failed(false, retryAfter);
    assertThatThrownBy(() ->
            guard.call(() -> {
              tried.attempts.incrementAndGet();
              throw failure;
            }))
        .isSameAs(failure);
  }

  @Test
  void returns_what_the_first_attempt_to_succeed_returned() throws IOException {
    assertThat(tried.guard(NONE).call(() -> tried.failFirst(2))).isEqualTo("answer after 2");
    assertThat(tried.time.waits()).containsExactly(ms(500), ms(1_000));
  }

  @Test
  void tries_four_times_again_and_then_throws_the_last_failure_as_it_is() {
    assertThatThrownBy(() -> tried.guard(NONE).call(tried::fail))
        .isExactlyInstanceOf(IOException.class)
        .hasMessage("down, attempt 5")
        .hasNoCause()
        .hasNoSuppressedExceptions();
    assertThat(tried.time.waits()).containsExactly(ms(500), ms(1_000), ms(2_000), ms(4_000));
  }

  @Test
  void tries_once_without_retries_and_twice_with_one() {
    assertThatThrownBy(() -> tried.guard(NONE.retries(0)).call(tried::fail))
        .hasMessageEndingWith("1");
    assertThat(tried.time.waits()).isEmpty();

    assertThatThrownBy(() -> tried.guard(NONE.retries(1)).call(tried::fail))
        .hasMessageEndingWith("3");
    assertThat(tried.time.waits()).containsExactly(ms(500));
  }

  @Test
  void a_wait_of_nothing_is_no_wait() {
    Options atOnce = NONE.retries(2, Backoff.fixed(Duration.ZERO));

    assertThatThrownBy(() -> tried.guard(atOnce).call(tried::fail)).hasMessageEndingWith("3");
    assertThat(tried.time.waits()).isEmpty();
  }

  @Test
  void an_error_is_thrown_at_once() {
    assertThatThrownBy(() ->
            tried
                .guard(NONE)
                .call(() -> {
                  tried.attempts.incrementAndGet();
                  throw new AssertionError("broken");
                }))
        .isInstanceOf(AssertionError.class);
    assertThat(tried.attempts).hasValue(1);
  }

  @Test
  void the_caller_says_what_is_worth_another_attempt() {
    Guard guard =
        tried
            .builder(NONE)
            .retryIf(failure -> failure.getMessage() != null && !failure.getMessage().endsWith("3"))
            .build();

    assertThatThrownBy(() -> guard.call(tried::fail)).hasMessageEndingWith("attempt 3");
  }

  @Test
  void a_clients_permanent_failure_is_thrown_at_once_and_another_is_tried_again() {
    CallException permanent = failed(true, null);
    assertThatThrownBy(() ->
            tried
                .guard(NONE)
                .call(() -> {
                  throw permanent;
                }))
        .isSameAs(permanent);
    assertThat(tried.time.waits()).isEmpty();

    failAsking(tried.guard(NONE.retries(1)), ms(400));
    assertThat(tried.attempts).hasValue(2);
  }

  @Test
  void waits_at_least_as_long_as_a_failure_asks() {
    failAsking(tried.guard(NONE.retries(2)), ms(700));

    // The longer of 700 and the backoff's 500 and 1000.
    assertThat(tried.time.waits()).containsExactly(ms(700), ms(1_000));
  }

  @Test
  void the_caller_says_where_a_failure_asks_for_a_wait() {
    Guard guard =
        tried
            .builder(NONE.retries(1))
            .retryAfter(failure -> Optional.of(Duration.ofSeconds(20)))
            .build();

    assertThatThrownBy(() -> guard.call(tried::fail)).isInstanceOf(IOException.class);
    assertThat(tried.time.waits()).containsExactly(Duration.ofSeconds(20));
  }

  @Test
  void a_wait_of_ten_minutes_is_waited_and_one_a_millisecond_longer_is_not() {
    failAsking(tried.guard(NONE.retries(1)), Duration.ofMinutes(10));
    assertThat(tried.attempts).hasValue(2);

    failAsking(tried.guard(NONE.retries(1)), Duration.ofMinutes(10).plusMillis(1));
    assertThat(tried.attempts).hasValue(3);
  }

  @Test
  void a_wait_that_ends_at_the_deadline_is_waited_and_one_a_millisecond_past_it_is_not() {
    assertThatThrownBy(() -> tried.guard(NONE.deadline(ms(1_500))).call(tried::fail))
        .hasMessageEndingWith("attempt 3");
    assertThat(tried.elapsed()).isEqualTo(ms(1_500));

    assertThatThrownBy(() -> tried.guard(NONE.deadline(ms(1_499))).call(tried::fail))
        .hasMessageEndingWith("attempt 5");
    assertThat(tried.elapsed()).isEqualTo(ms(2_000));
  }

  @Test
  void a_deadline_counts_attempts_and_does_not_cut_one_in_flight() throws Exception {
    Guard guard = tried.guard(NONE.deadline(ms(2_000)));

    assertThat(guard.call(() -> tried.take(ms(9_000)))).isEqualTo("answer");
    assertThatThrownBy(() ->
            guard.call(() -> {
              tried.take(ms(1_501));
              throw new IOException("late");
            }))
        .hasMessage("late");
    assertThat(tried.time.waits()).isEmpty();
  }

  @Test
  void the_last_request_of_the_budget_is_not_waited_for() {
    CallException failure =
        catchThrowableOfType(
            CallException.class, () -> tried.guard(NONE.maxRequests(2)).call(tried::fail));

    assertThat(failure).hasMessage("The call used its budget of 2 request(s) to crm");
    assertThat(failure).hasCauseInstanceOf(IOException.class);
    assertThat(failure.code()).isEqualTo(ErrorCode.RATE_LIMITED);
    assertThat(failure.error().attempts()).isEqualTo(2);
    assertThat(failure.error().stop()).hasValue(StopReason.BUDGET);
    assertThat(failure.error().status()).isEmpty();
    assertThat(tried.time.waits()).containsExactly(ms(500));
  }

  @Test
  void a_budget_as_large_as_the_attempts_changes_nothing() {
    assertThatThrownBy(() -> tried.guard(NONE.retries(1).maxRequests(2)).call(tried::fail))
        .isInstanceOf(IOException.class);
  }

  @Test
  void what_one_call_sets_holds_for_that_call() {
    Guard guard = tried.guard(NONE.retries(1).maxRequests(9));

    assertThatThrownBy(() -> guard.call(tried::fail, NONE.maxRequests(1)))
        .hasMessageContaining("budget of 1");
    assertThatThrownBy(() -> guard.call(tried::fail)).hasMessageEndingWith("attempt 3");
    assertThatThrownBy(() -> guard.call(tried::fail, NONE)).hasMessageEndingWith("attempt 5");
  }

  @Test
  void a_call_without_a_deadline_or_hooks_reads_no_clock() throws IOException {
    Guard guard =
        Guard.named("crm")
            .options(NONE.maxRequests(4))
            .runtime(
                new ClientRuntime(
                    tried.time,
                    () -> {
                      throw new AssertionError("a clock was read");
                    },
                    () -> 0.5,
                    tried.runtime.timers(),
                    tried.runtime.waiters(),
                    tried.runtime.executor()))
            .build();

    assertThat(guard.call(() -> tried.failFirst(2))).isEqualTo("answer after 2");
  }

  @Test
  void null_is_an_answer_and_a_callable_a_task() throws Exception {
    Callable<@Nullable String> callable = () -> null;

    assertThat(tried.guard(NONE).call(callable)).isNull();
  }

  @Test
  void a_backoff_that_breaks_its_promise_is_blamed_and_the_failure_is_kept() {
    Guard guard = tried.watched(NONE.retries(3, (attempt, random) -> ms(-5)));

    Throwable blame =
        catchThrowableOfType(IllegalStateException.class, () -> guard.call(tried::fail));

    assertThat(blame)
        .hasMessage(
            "backoff of crm must return a wait of at least 0 s but returned -5 ms after attempt 1");
    assertThat(blame.getSuppressed()).hasSize(1);
    assertThat(blame.getSuppressed()[0]).isInstanceOf(IOException.class);
    assertThat(tried.told(Hooks.Stopped.class)).hasSize(1);
  }

  @Test
  void a_predicate_that_throws_ends_the_call_and_the_failure_is_kept() {
    Guard guard =
        tried
            .builder(NONE)
            .retryIf(failure -> {
              throw new IllegalArgumentException("not mine");
            })
            .build();

    assertThatThrownBy(() -> guard.call(tried::fail))
        .isInstanceOf(IllegalArgumentException.class)
        .satisfies(blame -> assertThat(blame.getSuppressed()[0]).isInstanceOf(IOException.class));
    assertThat(tried.attempts).hasValue(1);
  }

  @Test
  void a_predicate_that_throws_the_failure_itself_is_no_puzzle() {
    Guard guard =
        tried
            .builder(NONE)
            .retryIf(failure -> {
              throw (IllegalStateException) failure;
            })
            .build();
    IllegalStateException failure = new IllegalStateException("same");

    assertThatThrownBy(() ->
            guard.call(() -> {
              throw failure;
            }))
        .isSameAs(failure)
        .hasNoSuppressedExceptions();
  }

  @Test
  void a_failure_that_was_not_sent_twice_is_not_told_as_sent_by_our_own_cap() {
    CallException failure =
        catchThrowableOfType(
            CallException.class, () -> tried.guard(NONE.maxRequests(1)).call(tried::fail));

    assertThat(failure.error().sent()).isEqualTo(Sent.NO);
    assertThat(failure.error().timedOut()).isFalse();
  }
}
