package dev.holdfast.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.client.runtime.ClientRuntime;
import dev.holdfast.client.runtime.Timers;
import dev.holdfast.client.runtime.Waiter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class VirtualTimeTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private final VirtualTime time = VirtualTime.create();
  private final ClientRuntime runtime = VirtualRuntime.forCalls(time, () -> 0.5);
  private final List<String> told = new ArrayList<>();

  private Timers.Timer startTimer(String name, Duration in) {
    return runtime.timers().start(in.toNanos(), () -> told.add(name + " at " + seconds() + " s"));
  }

  private long seconds() {
    return Duration.ofNanos(time.nanos()).toSeconds();
  }

  @AfterEach
  void forget_an_interrupt() {
    Thread.interrupted();
  }

  @Test
  void both_clocks_stand_still_until_moved() {
    assertThat(time.instant()).isEqualTo(START);

    time.advance(Duration.ofSeconds(5));

    assertThat(time.instant()).isEqualTo(START.plusSeconds(5));
    assertThat(seconds()).isEqualTo(5);
    assertThatThrownBy(() -> time.advance(Duration.ofNanos(-1)))
        .hasMessageStartingWith("by must not be negative");
  }

  @Test
  void the_wall_clock_can_be_set_and_the_ticker_goes_on() {
    time.setWallClock(START.minusSeconds(3600));
    time.advance(Duration.ofSeconds(1));

    assertThat(time.instant()).isEqualTo(START.minusSeconds(3599));
    assertThat(seconds()).isEqualTo(1);
  }

  @Test
  void timers_run_in_the_order_of_their_times_each_at_its_own() {
    startTimer("later", Duration.ofSeconds(3));
    startTimer("sooner", Duration.ofSeconds(1));
    startTimer("sooner too", Duration.ofSeconds(1));
    startTimer("not yet", Duration.ofNanos(5_000_000_001L));

    time.advance(Duration.ofSeconds(5));

    assertThat(told).containsExactly("sooner at 1 s", "sooner too at 1 s", "later at 3 s");
    assertThat(time.timers()).isEqualTo(1);
    assertThat(seconds()).isEqualTo(5);
  }

  @Test
  void a_timer_started_by_a_timer_runs_on_the_same_way() {
    runtime
        .timers()
        .start(Duration.ofSeconds(1).toNanos(), () -> startTimer("second", Duration.ofSeconds(1)));

    time.advance(Duration.ofSeconds(2));

    assertThat(told).containsExactly("second at 2 s");
  }

  @Test
  void a_stopped_timer_is_let_go_of() {
    Timers.Timer timer = startTimer("never", Duration.ofSeconds(1));

    timer.stop();
    timer.stop();
    time.advance(Duration.ofSeconds(2));

    assertThat(told).isEmpty();
    assertThat(time.timers()).isZero();
  }

  @Test
  void a_wait_ends_at_once_moves_the_clock_and_is_remembered() throws InterruptedException {
    startTimer("on the way", Duration.ofSeconds(2));

    assertThat(runtime.waiters().get().await(Duration.ofHours(3).toNanos())).isFalse();

    assertThat(time.instant()).isEqualTo(START.plusSeconds(3 * 3600));
    assertThat(told).containsExactly("on the way at 2 s");
    assertThat(time.waits()).containsExactly(Duration.ofHours(3));
  }

  @Test
  void a_wait_ends_when_a_timer_on_the_way_wakes_it() throws InterruptedException {
    Waiter waiter = runtime.waiters().get();
    runtime.timers().start(Duration.ofSeconds(2).toNanos(), waiter::wake);

    assertThat(waiter.await(Duration.ofSeconds(9).toNanos())).isTrue();

    assertThat(seconds()).isEqualTo(2);
    assertThat(time.waits()).containsExactly(Duration.ofSeconds(9));
    assertThat(waiter.await(Duration.ofSeconds(1).toNanos())).isFalse();
  }

  @Test
  void a_wake_before_the_wait_ends_it_where_it_begins() throws InterruptedException {
    Waiter waiter = runtime.waiters().get();
    waiter.wake();

    assertThat(waiter.await(Duration.ofSeconds(9).toNanos())).isTrue();
    assertThat(seconds()).isZero();
  }

  @Test
  void a_sleep_moves_the_clock_and_is_no_wait_of_a_call() throws InterruptedException {
    time.sleep(Duration.ofSeconds(4));
    time.sleep(Duration.ofSeconds(-4));

    assertThat(seconds()).isEqualTo(4);
    assertThat(time.waits()).isEmpty();
  }

  @Test
  void an_interrupt_ends_a_sleep_before_it_begins_or_on_the_way() {
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> time.sleep(Duration.ofSeconds(4)))
        .isInstanceOf(InterruptedException.class);
    assertThat(seconds()).isZero();
    assertThat(Thread.currentThread().isInterrupted()).isFalse();

    runtime.timers().start(Duration.ofSeconds(3).toNanos(), Thread.currentThread()::interrupt);
    assertThatThrownBy(() -> time.sleep(Duration.ofSeconds(4)))
        .isInstanceOf(InterruptedException.class);
    assertThat(seconds()).isEqualTo(3);
  }

  @Test
  void the_clock_ends_after_292_years_and_does_not_go_back() {
    time.advance(Duration.ofSeconds(1));
    time.advance(Duration.ofSeconds(Long.MAX_VALUE));

    assertThat(time.nanos()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void threads_that_share_it_lose_no_timer_and_no_wait() throws InterruptedException {
    int each = 1_000;
    Runnable waits =
        () -> {
          for (int i = 0; i < each; i++) {
            Timers.Timer timer = runtime.timers().start(2_000_000_000, () -> {});
            try {
              assertThat(runtime.waiters().get().await(1_000_000_000)).isFalse();
            } catch (InterruptedException e) {
              throw new AssertionError(e);
            }
            timer.stop();
          }
        };
    Thread one = Thread.ofPlatform().start(waits);
    Thread two = Thread.ofPlatform().start(waits);
    one.join();
    two.join();

    assertThat(time.waits()).hasSize(2 * each);
    assertThat(time.timers()).isZero();
    assertThat(seconds()).isBetween((long) each, 2L * each);
  }
}
