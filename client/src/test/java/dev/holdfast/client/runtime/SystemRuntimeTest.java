package dev.holdfast.client.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SystemRuntimeTest {
  private static final long DAY = TimeUnit.DAYS.toNanos(1);

  private final ClientRuntime runtime = SystemRuntime.get();

  @AfterEach
  void forget_an_interrupt() {
    Thread.interrupted();
  }

  @Test
  void all_share_one() {
    assertThat(SystemRuntime.get()).isSameAs(runtime);
  }

  @Test
  void its_clocks_are_the_systems_and_its_chance_is_even() {
    Instant before = Instant.now();
    long ticks = System.nanoTime();

    assertThat(runtime.clock().instant()).isBetween(before, before.plusSeconds(60));
    assertThat(runtime.ticker().nanos() - ticks).isNotNegative();
    for (int i = 0; i < 1_000; i++) {
      assertThat(runtime.random().getAsDouble()).isGreaterThanOrEqualTo(0).isLessThan(1);
    }
  }

  @Test
  void a_wait_lasts_as_long_as_it_was_asked_to() throws InterruptedException {
    long start = System.nanoTime();

    assertThat(runtime.waiters().get().await(2_000_000)).isFalse();

    assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(2_000_000);
  }

  @Test
  void a_wait_of_nothing_or_less_ends_at_once() throws InterruptedException {
    assertThat(runtime.waiters().get().await(0)).isFalse();
    assertThat(runtime.waiters().get().await(-DAY)).isFalse();
  }

  @Test
  void a_wake_before_the_wait_ends_it_and_only_it() throws InterruptedException {
    Waiter waiter = runtime.waiters().get();
    waiter.wake();
    waiter.wake();

    assertThat(waiter.await(DAY)).isTrue();
    assertThat(waiter.await(1_000)).isFalse();
  }

  @Test
  void a_wake_from_another_thread_ends_the_wait() throws InterruptedException {
    Waiter waiter = runtime.waiters().get();
    Thread other = Thread.ofPlatform().start(waiter::wake);

    assertThat(waiter.await(DAY)).isTrue();
    other.join();
  }

  @Test
  void an_interrupt_before_or_while_waiting_is_thrown_and_cleared() throws InterruptedException {
    Waiter waiter = runtime.waiters().get();
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> waiter.await(0)).isInstanceOf(InterruptedException.class);
    assertThat(Thread.currentThread().isInterrupted()).isFalse();

    Thread self = Thread.currentThread();
    Thread other = Thread.ofPlatform().start(self::interrupt);
    assertThatThrownBy(() -> waiter.await(DAY)).isInstanceOf(InterruptedException.class);
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
    other.join();
  }

  @Test
  void no_wake_is_lost_however_close_it_comes_to_the_end_of_a_wait() throws InterruptedException {
    Waiter waiter = runtime.waiters().get();
    int rounds = 2_000;
    for (int i = 0; i < rounds; i++) {
      Thread wakes = Thread.ofVirtual().start(waiter::wake);
      if (!waiter.await(1_000)) {
        // The wake that the first wait missed must end the second.
        assertThat(waiter.await(DAY)).isTrue();
      }
      wakes.join();
    }
  }

  @Test
  void timeouts_run_on_a_daemon_thread_of_the_systems_own() {
    CompletableFuture<Thread> ran = new CompletableFuture<>();
    runtime.timers().start(1, () -> ran.complete(Thread.currentThread()));

    Thread thread = ran.join();

    assertThat(thread.isVirtual()).isFalse();
    assertThat(thread.isDaemon()).isTrue();
    assertThat(thread.getName()).isEqualTo("holdfast-timeouts");
  }

  @Test
  void asynchronous_calls_run_on_virtual_threads_each_on_its_own() throws InterruptedException {
    AtomicReference<Thread> one = new AtomicReference<>();
    AtomicReference<Thread> two = new AtomicReference<>();
    CountDownLatch both = new CountDownLatch(2);
    for (AtomicReference<Thread> each : List.of(one, two)) {
      runtime
          .executor()
          .execute(() -> {
            each.set(Thread.currentThread());
            both.countDown();
          });
    }
    both.await();

    assertThat(one.get().isVirtual()).isTrue();
    assertThat(one.get()).isNotSameAs(two.get());
  }
}
