package dev.holdfast.client.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.client.CallException;
import dev.holdfast.client.Guard;
import dev.holdfast.client.Options;
import dev.holdfast.core.Backoff;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** On real threads and the real clock: whatever ends calls, nothing of them stays. */
class GuardLeavesNothingTest {
  private static final int MANY = 10_000;
  private static final Options NONE = Options.none();
  private static final Duration MINUTE = Duration.ofSeconds(60);

  private final AtomicInteger watching = new AtomicInteger();
  private final Queue<Thread> calling = new ConcurrentLinkedQueue<>();
  private final Watchdog watchdog =
      new Watchdog(
          System::nanoTime,
          loop -> {
            watching.incrementAndGet();
            return Thread.ofPlatform().daemon().unstarted(loop);
          });
  private final ClientRuntime runtime =
      new ClientRuntime(
          InstantSource.system(),
          System::nanoTime,
          () -> 0.5,
          watchdog,
          SystemRuntime.get().waiters(),
          task -> calling.add(Thread.ofVirtual().start(task)));
  private final Signal signal = Signal.create();
  private final CountDownLatch never = new CountDownLatch(1);

  private Guard guard(Options options) {
    return Guard.named("crm").options(options).runtime(runtime).build();
  }

  private Void hang() throws InterruptedException {
    never.await();
    throw new AssertionError("woken");
  }

  private void assertNothingLeft() throws InterruptedException {
    for (Thread each : calling) {
      each.join();
    }
    assertThat(watchdog.size()).isZero();
    assertThat(signal.listeners()).isZero();
    assertThat(watching.get()).isLessThanOrEqualTo(1);
  }

  private List<CompletableFuture<Void>> hangMany(Guard guard) {
    List<CompletableFuture<Void>> futures = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      futures.add(guard.callAsync(this::hang));
    }
    return futures;
  }

  @Test
  void a_hundred_thousand_fast_calls_with_a_long_timeout() throws InterruptedException {
    Guard guard = guard(NONE.timeout(MINUTE));

    for (int i = 0; i < 100_000; i++) {
      int number = i;
      assertThat(guard.<Integer, RuntimeException>call(() -> number)).isEqualTo(i);
    }

    assertThat(calling).isEmpty();
    assertNothingLeft();
  }

  @Test
  void ten_thousand_that_timed_out() throws InterruptedException {
    List<CompletableFuture<Void>> futures =
        hangMany(guard(NONE.retries(0).timeout(Duration.ofMillis(1)).signal(signal)));

    for (CompletableFuture<Void> future : futures) {
      assertThatThrownBy(future::join)
          .cause()
          .isInstanceOf(CallException.class)
          .hasMessage("crm did not answer within 1 ms");
    }
    assertNothingLeft();
  }

  @Test
  void ten_thousand_whose_futures_were_cancelled() throws InterruptedException {
    List<CompletableFuture<Void>> futures = hangMany(guard(NONE.timeout(MINUTE).signal(signal)));

    futures.forEach(future -> future.cancel(true));

    assertThat(futures).allMatch(CompletableFuture::isCancelled);
    assertNothingLeft();
  }

  @Test
  void ten_thousand_that_one_signal_ended() throws InterruptedException {
    List<CompletableFuture<Void>> futures = hangMany(guard(NONE.timeout(MINUTE).signal(signal)));

    signal.fire();

    for (CompletableFuture<Void> future : futures) {
      assertThatThrownBy(future::join)
          .isInstanceOf(CompletionException.class)
          .hasRootCauseInstanceOf(Exception.class);
    }
    assertNothingLeft();
  }

  @Test
  void ten_thousand_that_were_interrupted_in_a_wait() throws InterruptedException {
    Options slow = NONE.retries(9, Backoff.fixed(MINUTE)).timeout(MINUTE).signal(signal);
    CountDownLatch failed = new CountDownLatch(MANY);
    List<CompletableFuture<Void>> futures = new ArrayList<>();
    Guard guard = guard(slow);
    for (int i = 0; i < MANY; i++) {
      futures.add(
          guard.callAsync(() -> {
            failed.countDown();
            throw new IllegalStateException("down");
          }));
    }
    failed.await();

    calling.forEach(Thread::interrupt);

    for (CompletableFuture<Void> future : futures) {
      assertThatThrownBy(future::join).cause().hasMessage("The call was aborted");
    }
    assertNothingLeft();
  }

  @Test
  void two_threads_that_share_a_guard_lose_nothing() throws InterruptedException {
    int each = 50_000;
    Guard guard =
        guard(
            NONE.retries(1, Backoff.fixed(Duration.ZERO))
                .timeout(MINUTE)
                .deadline(MINUTE)
                .signal(signal));
    AtomicInteger attempts = new AtomicInteger();
    AtomicInteger answers = new AtomicInteger();
    Runnable calls =
        () -> {
          for (int i = 0; i < each; i++) {
            boolean[] failed = {i % 2 == 0};
            answers.addAndGet(
                guard.<Integer, RuntimeException>call(() -> {
                  attempts.incrementAndGet();
                  if (failed[0]) {
                    failed[0] = false;
                    throw new IllegalStateException("once");
                  }
                  return 1;
                }));
          }
        };
    Thread one = Thread.ofPlatform().start(calls);
    Thread two = Thread.ofPlatform().start(calls);
    one.join();
    two.join();

    assertThat(answers).hasValue(2 * each);
    assertThat(attempts).hasValue(2 * each + each);
    assertNothingLeft();
  }
}
