package dev.holdfast.testing;

import static dev.holdfast.testing.Tried.ms;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.holdfast.client.CallError;
import dev.holdfast.client.CallException;
import dev.holdfast.client.Guard;
import dev.holdfast.client.Options;
import dev.holdfast.client.runtime.ClientRuntime;
import dev.holdfast.client.runtime.Signal;
import dev.holdfast.core.CallEnding.Sent;
import dev.holdfast.core.ErrorCode;
import dev.holdfast.core.StopReason;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What ends a guarded call from outside: timeout, signal, interrupt. */
class GuardCutTest {
  private static final Options NONE = Options.none();

  private final Tried tried = new Tried();
  private final Signal signal = Signal.create();

  @AfterEach
  void nothing_is_left() {
    assertThat(tried.time.timers()).isZero();
    assertThat(signal.listeners()).isZero();
    Thread.interrupted();
  }

  private CallError end(Options options, Duration taken) {
    return catchThrowableOfType(
            CallException.class, () -> tried.guard(options).call(() -> tried.take(taken)))
        .error();
  }

  @Test
  void an_attempt_is_cut_at_its_timeout_and_not_a_millisecond_before() throws Exception {
    Options fiveSeconds = NONE.retries(0).timeout(ms(5_000));

    assertThat(tried.guard(fiveSeconds).call(() -> tried.take(ms(4_999)))).isEqualTo("answer");
    CallError error = end(fiveSeconds, ms(5_000));

    assertThat(error.message()).isEqualTo("crm did not answer within 5000 ms");
    assertThat(error.code()).isEqualTo(ErrorCode.PROVIDER);
    assertThat(error.timedOut()).isTrue();
    assertThat(error.permanent()).isFalse();
    assertThat(error.aborted()).isFalse();
    assertThat(error.sent()).isEqualTo(Sent.MAYBE);
    assertThat(error.attempts()).isEqualTo(1);
    assertThat(error.stop()).hasValue(StopReason.ATTEMPTS);
    assertThat(tried.elapsed()).isEqualTo(ms(4_999 + 5_000));
  }

  @Test
  void each_attempt_has_the_whole_timeout_and_the_error_counts_them() {
    CallError error = end(NONE.retries(2).timeout(ms(5_000)), Duration.ofDays(1));

    assertThat(error.attempts()).isEqualTo(3);
    assertThat(tried.elapsed()).isEqualTo(ms(5_000 + 500 + 5_000 + 1_000 + 5_000));
  }

  @Test
  void a_timed_out_attempt_may_be_followed_by_an_answer() throws Exception {
    assertThat(
            tried
                .guard(NONE.timeout(ms(5_000)))
                .call(() -> tried.take(ms(tried.attempts.get() == 0 ? 6_000 : 1_000))))
        .isEqualTo("answer");
    assertThat(tried.attempts).hasValue(2);
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  @Test
  void a_task_that_ignores_its_cut_is_not_lost_and_the_interrupt_is_taken_back() {
    String late =
        tried
            .guard(NONE.timeout(ms(5_000)))
            .call(() -> {
              tried.time.advance(ms(7_000));
              assertThat(Thread.currentThread().isInterrupted()).isTrue();
              return "late";
            });

    assertThat(late).isEqualTo("late");
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  @Test
  void a_task_that_fails_late_has_timed_out_whatever_it_throws() {
    CallException failure =
        catchThrowableOfType(
            CallException.class,
            () ->
                tried
                    .guard(NONE.retries(0).timeout(ms(5_000)))
                    .call(() -> {
                      tried.time.advance(ms(7_000));
                      throw new IOException("reset");
                    }));

    assertThat(failure.error().timedOut()).isTrue();
    assertThat(failure).hasCauseInstanceOf(IOException.class);
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  @Test
  void a_fired_signal_lets_nothing_be_tried() {
    signal.fire();

    CallError error = end(NONE.signal(signal), ms(0));

    assertThat(tried.attempts).hasValue(0);
    assertThat(error.message()).isEqualTo("The call was aborted");
    assertThat(error.aborted()).isTrue();
    assertThat(error.permanent()).isTrue();
    assertThat(error.sent()).isEqualTo(Sent.NO);
    assertThat(error.attempts()).isZero();
  }

  @Test
  void a_refusal_has_a_stack_trace_unless_it_was_asked_to_have_none() {
    signal.fire();
    Options fired = NONE.signal(signal);

    assertThatThrownBy(() -> tried.guard(fired).call(tried::fail))
        .satisfies(refusal -> assertThat(refusal.getStackTrace()).isNotEmpty());
    assertThatThrownBy(() -> tried.builder(fired).noStackTraces().build().call(tried::fail))
        .satisfies(refusal -> assertThat(refusal.getStackTrace()).isEmpty());
  }

  @Test
  void a_signal_cuts_an_attempt_in_flight_and_nothing_follows() {
    tried.at(ms(1_000), signal::fire);

    CallError error = end(NONE.signal(signal), ms(9_000));

    assertThat(error.aborted()).isTrue();
    assertThat(error.sent()).isEqualTo(Sent.MAYBE);
    assertThat(error.attempts()).isEqualTo(1);
    assertThat(error.stop()).hasValue(StopReason.CANCELLED);
    assertThat(tried.elapsed()).isEqualTo(ms(1_000));
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  @Test
  void a_signal_ends_a_wait_at_once_be_it_in_its_last_moment() {
    tried.at(ms(200), signal::fire);
    assertThatThrownBy(() -> tried.guard(NONE.signal(signal)).call(tried::fail))
        .hasMessage("The call was aborted")
        .hasCauseInstanceOf(IOException.class);
    assertThat(tried.elapsed()).isEqualTo(ms(200));

    Signal last = Signal.create();
    tried.at(ms(500), last::fire);
    assertThatThrownBy(() -> tried.guard(NONE.signal(last)).call(tried::fail))
        .hasMessage("The call was aborted");
    assertThat(tried.attempts).hasValue(2);
  }

  @Test
  void a_signal_after_a_time_is_a_hard_limit() {
    Signal limit = Signal.after(ms(7_000), tried.runtime);

    CallError error = end(NONE.timeout(ms(5_000)).signal(limit), Duration.ofDays(1));

    assertThat(error.aborted()).isTrue();
    assertThat(error.attempts()).isEqualTo(2);
    assertThat(tried.elapsed()).isEqualTo(ms(7_000));
  }

  @Test
  void a_signal_that_fires_after_the_look_and_before_the_attempt_lets_none_begin() {
    ClientRuntime firing =
        new ClientRuntime(
            tried.time,
            tried.time,
            () -> 0.5,
            (nanos, onExpiry) -> {
              signal.fire();
              return () -> {};
            },
            tried.runtime.waiters(),
            tried.runtime.executor());
    Guard guard =
        Guard.named("crm").options(NONE.timeout(ms(5_000)).signal(signal)).runtime(firing).build();

    assertThatThrownBy(() -> guard.call(tried::fail)).hasMessage("The call was aborted");

    assertThat(tried.attempts).hasValue(0);
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  @Test
  void an_answer_that_comes_as_the_signal_fires_is_returned() throws Exception {
    String answer =
        tried
            .guard(NONE.signal(signal))
            .call(() -> {
              signal.fire();
              return "answer";
            });

    assertThat(answer).isEqualTo("answer");
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  @Test
  void a_timeout_then_a_signal_in_the_wait_keeps_what_was_told_of_the_timeout() {
    tried.at(ms(5_100), signal::fire);

    assertThatThrownBy(() ->
            tried.guard(NONE.timeout(ms(5_000)).signal(signal)).call(() -> tried.take(ms(9_000))))
        .hasMessage("The call was aborted")
        .cause()
        .hasMessage("crm did not answer within 5000 ms")
        .hasCauseInstanceOf(InterruptedException.class);
  }

  @Test
  void an_interrupt_from_outside_ends_the_call_as_the_task_threw_it_and_stays_set() {
    tried.at(ms(300), Thread.currentThread()::interrupt);

    assertThatThrownBy(() -> tried.guard(NONE.timeout(ms(5_000))).call(() -> tried.take(ms(9_000))))
        .isInstanceOf(InterruptedException.class);

    assertThat(tried.attempts).hasValue(1);
    assertThat(Thread.currentThread().isInterrupted()).isTrue();
  }

  @Test
  void an_interrupt_that_was_there_before_our_cut_is_not_taken_back_with_it() {
    Thread.currentThread().interrupt();

    CallException failure =
        catchThrowableOfType(
            CallException.class,
            () ->
                tried
                    .guard(NONE.timeout(ms(5_000)))
                    .call(() -> {
                      tried.time.advance(ms(6_000));
                      throw new IOException("reset");
                    }));

    assertThat(failure.error().aborted()).isTrue();
    assertThat(Thread.currentThread().isInterrupted()).isTrue();
  }

  @Test
  void an_interrupted_thread_may_make_a_call_that_succeeds() {
    Thread.currentThread().interrupt();

    assertThat(tried.guard(NONE).<String, RuntimeException>call(() -> "answer"))
        .isEqualTo("answer");
    assertThat(Thread.currentThread().isInterrupted()).isTrue();
  }

  @Test
  void retries_asked_after_by_the_caller_see_the_timeout_and_not_our_interrupt() {
    assertThatThrownBy(() ->
            tried
                .builder(NONE.timeout(ms(5_000)))
                .retryIf(failure ->
                    failure instanceof CallException call
                        && call.error().timedOut()
                        && tried.attempts.get() < 2)
                .build()
                .call(() -> tried.take(ms(9_000))))
        .hasMessage("crm did not answer within 5000 ms");
    assertThat(tried.attempts).hasValue(2);
  }
}
