package dev.holdfast.testing;

import static dev.holdfast.testing.Tried.ms;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.client.Guard;
import dev.holdfast.client.Hooks;
import dev.holdfast.client.Options;
import dev.holdfast.client.runtime.Signal;
import dev.holdfast.core.Backoff;
import dev.holdfast.core.StopReason;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Faults reported of other clients, in interrupts and cancelling; each names its report. */
class GuardInterruptReportsTest {
  private static final Options NONE = Options.none();

  private final Tried tried = new Tried();

  @AfterEach
  void forget_an_interrupt() {
    Thread.interrupted();
  }

  private static boolean interrupted() {
    return Thread.currentThread().isInterrupted();
  }

  @Test
  void an_interrupt_in_a_wait_ends_the_call_with_the_last_failure_and_stays_set() {
    // resilience4j#1856, OpenFeign/feign#624 and #627, langchain4j#4479, helidon (in source),
    // Sentinel (in source), aws/aws-sdk-java#276, aws/aws-sdk-java-v2#5979
    tried.at(ms(1_200), Thread.currentThread()::interrupt);

    assertThatThrownBy(() -> tried.guard(NONE).call(tried::fail))
        .hasMessage("The call was aborted")
        .cause()
        .hasMessage("down, attempt 2");

    assertThat(interrupted()).isTrue();
    assertThat(tried.attempts).hasValue(2);
    assertThat(tried.elapsed()).isEqualTo(ms(1_200));
  }

  @Test
  void an_interrupt_in_a_wait_is_counted_and_told_exactly() {
    // spring-projects/spring-framework gh-35434 and gh-35442
    tried.at(ms(1_200), Thread.currentThread()::interrupt);

    assertThatThrownBy(() -> tried.watched(NONE).call(tried::fail));

    assertThat(tried.told(Hooks.Attempted.class)).hasSize(2);
    assertThat(tried.told(Hooks.Retrying.class)).hasSize(2);
    assertThat(tried.told(Hooks.Stopped.class))
        .containsExactly(
            new Hooks.Stopped("crm", 2, StopReason.CANCELLED, IOException.class.getName()));
  }

  @Test
  void a_task_that_throws_an_interrupt_is_not_tried_again() {
    // rhuffman/re-retrying#36, and Spring's RetryTemplate, which retries it by default
    InterruptedException interrupt = new InterruptedException("mine");
    Guard guard = tried.builder(NONE).retryIf(failure -> true).build();

    assertThatThrownBy(() ->
            guard.call(() -> {
              tried.attempts.incrementAndGet();
              throw interrupt;
            }))
        .isSameAs(interrupt);

    assertThat(interrupted()).isTrue();
    assertThat(tried.attempts).hasValue(1);
  }

  @Test
  void a_wrapped_interrupt_is_not_tried_again_and_sets_the_flag() {
    // langchain4j#2658
    assertThatThrownBy(() -> failWith(new IllegalStateException(new InterruptedException())))
        .hasMessage("The call was aborted")
        .hasCauseInstanceOf(IllegalStateException.class);

    assertThat(interrupted()).isTrue();
    assertThat(tried.attempts).hasValue(1);
  }

  @Test
  void another_threads_interrupt_is_a_failure_like_any_other() {
    assertThatThrownBy(() -> failWith(new ExecutionException(new InterruptedException())))
        .isInstanceOf(ExecutionException.class);
    assertThatThrownBy(() -> failWith(new CompletionException(new InterruptedException())))
        .isInstanceOf(CompletionException.class);

    assertThat(interrupted()).isFalse();
    assertThat(tried.attempts).hasValue(4);
  }

  @Test
  void a_failure_that_is_its_own_cause_is_looked_through_and_no_further() {
    IOException one = new IOException("one");
    IOException two = new IOException("two", one);
    one.initCause(two);

    assertThatThrownBy(() -> failWith(one)).isSameAs(one);
    assertThat(interrupted()).isFalse();
  }

  private void failWith(Exception failure) throws Exception {
    tried
        .guard(NONE.retries(1))
        .call(() -> {
          tried.attempts.incrementAndGet();
          throw failure;
        });
  }

  @Test
  void our_own_interrupt_does_not_reach_the_next_attempt_or_call() throws Exception {
    // aws/aws-sdk-java-v2#1684, aws/aws-sdk-java#1776
    Guard guard = tried.guard(NONE.retries(1).timeout(ms(5_000)));

    String answer =
        guard.call(() -> {
          assertThat(interrupted()).isFalse();
          return tried.take(ms(tried.attempts.get() == 0 ? 9_000 : 1));
        });

    assertThat(answer).isEqualTo("answer");
    assertThat(interrupted()).isFalse();
    assertThat(guard.call(() -> tried.take(ms(4_000)))).isEqualTo("answer");
  }

  @Test
  void an_abort_in_a_wait_ends_it_and_nothing_is_tried_after() {
    // cockatiel, read in source; sindresorhus/ky#390
    Signal signal = Signal.create();
    Backoff hour = Backoff.fixed(Duration.ofHours(1));
    tried.at(Duration.ofMinutes(1), signal::fire);

    assertThatThrownBy(() -> tried.guard(NONE.retries(9, hour).signal(signal)).call(tried::fail))
        .hasMessage("The call was aborted");

    assertThat(tried.attempts).hasValue(1);
    assertThat(tried.elapsed()).isEqualTo(Duration.ofMinutes(1));
  }

  @Test
  void ten_thousand_calls_leave_no_timer_and_no_listener() throws Exception {
    // grpc/grpc-java#1307, Netflix/Hystrix#1998, Resilience4j's TimeLimiter (in source),
    // cockatiel#69
    Signal signal = Signal.create();
    Guard guard =
        tried.guard(
            NONE.retries(1, Backoff.fixed(ms(1))).timeout(Duration.ofSeconds(60)).signal(signal));

    for (int i = 0; i < 10_000; i++) {
      boolean succeeds = i % 2 == 0;
      if (succeeds) {
        guard.call(() -> tried.take(Duration.ZERO));
      } else {
        assertThatThrownBy(() -> guard.call(tried::fail)).isInstanceOf(IOException.class);
      }
      assertThat(tried.time.timers()).isZero();
      assertThat(signal.listeners()).isZero();
    }
  }
}
