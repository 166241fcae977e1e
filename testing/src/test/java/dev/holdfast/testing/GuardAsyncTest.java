package dev.holdfast.testing;

import static dev.holdfast.testing.Tried.ms;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.client.Guard;
import dev.holdfast.client.Options;
import dev.holdfast.client.runtime.Signal;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

class GuardAsyncTest {
  private static final Options NONE = Options.none();

  private final Tried tried = new Tried();
  private final Deque<Runnable> scheduled = new ArrayDeque<>();
  private final Signal outer = Signal.create();

  private Guard on(Executor executor, Options options) {
    return Guard.named("crm")
        .options(options)
        .runtime(VirtualRuntime.forCalls(tried.time, () -> 0.5, executor))
        .build();
  }

  @Test
  void in_place_it_has_ended_when_it_returns() {
    assertThat(tried.guard(NONE).callAsync(() -> tried.failFirst(2)))
        .isCompletedWithValue("answer after 2");
  }

  @Test
  void the_waits_are_those_of_a_blocking_call() {
    // failsafe-lib/failsafe#242
    assertThat(tried.guard(NONE.retries(2)).callAsync(tried::fail)).isCompletedExceptionally();

    assertThat(tried.time.waits()).containsExactly(ms(500), ms(1_000));
  }

  @Test
  void whatever_a_retry_throws_completes_the_future() {
    // resilience4j, read in source: what a scheduled retry throws is lost
    CompletableFuture<String> future =
        tried
            .guard(NONE)
            .callAsync(() -> {
              if (tried.attempts.get() == 0) {
                return tried.fail();
              }
              throw new StackOverflowError();
            });

    assertThat(future)
        .failsWithin(ms(0))
        .withThrowableThat()
        .withCauseInstanceOf(StackOverflowError.class);
  }

  @Test
  void options_of_one_call_hold_for_it() {
    assertThat(tried.guard(NONE).callAsync(tried::fail, NONE.retries(0)))
        .isCompletedExceptionally();
    assertThat(tried.attempts).hasValue(1);
  }

  @Test
  void one_that_is_cancelled_before_it_runs_tries_nothing() {
    // elastic/elasticsearch#55614
    CompletableFuture<String> future =
        on(scheduled::add, NONE.signal(outer)).callAsync(tried::fail);
    assertThat(outer.listeners()).isEqualTo(1);

    future.cancel(true);
    scheduled.remove().run();

    assertThat(tried.attempts).hasValue(0);
    assertThat(outer.listeners()).isZero();
  }

  @Test
  void one_that_is_cancelled_in_a_wait_tries_nothing_more() {
    // failsafe-lib/failsafe#52
    CompletableFuture<String> future = on(scheduled::add, NONE).callAsync(tried::fail);
    tried.at(ms(600), () -> future.cancel(true));

    scheduled.remove().run();

    assertThat(tried.attempts).hasValue(2);
    assertThat(tried.elapsed()).isEqualTo(ms(600));
    assertThat(future).isCancelled();
  }

  @Test
  void one_that_is_completed_from_elsewhere_is_cut_in_flight() {
    CompletableFuture<String> future =
        on(scheduled::add, NONE).callAsync(() -> tried.take(ms(9_000)));
    tried.at(ms(300), () -> future.complete("mine"));

    scheduled.remove().run();

    assertThat(future).isCompletedWithValue("mine");
    assertThat(tried.elapsed()).isEqualTo(ms(300));
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  @Test
  void the_callers_own_signal_cancels_it_too() {
    CompletableFuture<String> future =
        on(scheduled::add, NONE.signal(outer)).callAsync(() -> tried.take(ms(9_000)));
    tried.at(ms(300), outer::fire);

    scheduled.remove().run();

    assertThat(tried.elapsed()).isEqualTo(ms(300));
    assertThat(future).failsWithin(ms(0)).withThrowableThat().withMessageContaining("aborted");
  }

  @Test
  void a_signal_that_has_fired_lets_nothing_be_tried() {
    outer.fire();

    assertThat(tried.guard(NONE.signal(outer)).callAsync(tried::fail)).isCompletedExceptionally();
    assertThat(tried.attempts).hasValue(0);
  }

  @Test
  void an_executor_that_has_been_shut_down_fails_the_future_and_keeps_no_listener() {
    // grpc/grpc-java#9626
    Guard guard =
        on(
            task -> {
              throw new RejectedExecutionException("shut down");
            },
            NONE.signal(outer));

    CompletableFuture<String> future = guard.callAsync(tried::fail);

    assertThatThrownBy(future::join).hasCauseInstanceOf(RejectedExecutionException.class);
    assertThat(outer.listeners()).isZero();
  }

  @Test
  void fails_with_what_the_last_attempt_threw() {
    CompletableFuture<String> future = tried.guard(NONE.retries(0)).callAsync(tried::fail);

    assertThat(future.exceptionNow()).isExactlyInstanceOf(IOException.class);
  }
}
