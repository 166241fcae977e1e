package dev.holdfast.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.client.runtime.ClientRuntime;
import dev.holdfast.client.runtime.Signal;
import dev.holdfast.client.runtime.SystemRuntime;
import dev.holdfast.core.RateLimit;
import dev.holdfast.core.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The gate on the system's clock and threads; what it decides is tested in core. */
@Timeout(60)
class RateGateTest {
  private static final long LONG = Long.MAX_VALUE;
  private static final long HOUR = Duration.ofHours(1).toNanos();

  private final List<RateLimit> limits =
      List.of(new RateLimit(50, Duration.ofMillis(100)), new RateLimit(200, Duration.ofSeconds(1)));

  private static RateGate gate(List<RateLimit> limits) {
    return new RateGate(limits, true, SystemRuntime.get(), Signal.never());
  }

  /** A ticker that tells which of its reads a send was counted at. */
  private static final class Reads implements Ticker {
    private final ThreadLocal<Long> last = ThreadLocal.withInitial(() -> 0L);

    @Override
    public long nanos() {
      last.set(RateGateTest.nanos());
      return last.get();
    }

    /** When this thread's last request went. */
    long sentAt() {
      return last.get();
    }
  }

  private static long nanos() {
    return SystemRuntime.get().ticker().nanos();
  }

  /** resilience4j#824, #1432: under load, a few more went than were allowed. */
  @Test
  void however_many_callers_no_window_is_exceeded() throws Exception {
    Reads reads = new Reads();
    ClientRuntime system = SystemRuntime.get();
    RateGate gate =
        new RateGate(
            limits,
            true,
            new ClientRuntime(
                system.clock(),
                reads,
                system.random(),
                system.timers(),
                system.waiters(),
                system.executor()),
            Signal.never());
    ConcurrentLinkedQueue<Long> sends = new ConcurrentLinkedQueue<>();
    List<Future<?>> callers = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 64; i++) {
        callers.add(
            threads.submit(() -> {
              for (int j = 0; j < 8; j++) {
                RateGate.Wait wait = gate.await(Signal.never(), LONG, HOUR);
                sends.add(reads.sentAt());
                assertThat(wait.end()).isEqualTo(RateGate.End.SENT);
              }
            }));
      }
      for (Future<?> caller : callers) {
        caller.get();
      }
    }

    List<Long> sorted = sends.stream().sorted().toList();
    assertThat(sorted).hasSize(512);
    for (RateLimit limit : limits) {
      for (int i = limit.requests(); i < sorted.size(); i++) {
        assertThat(sorted.get(i) - sorted.get(i - limit.requests()))
            .isGreaterThanOrEqualTo(limit.per().toNanos());
      }
    }
    assertThat(gate.waiting()).isZero();
  }

  @Test
  void ten_thousand_cancelled_callers_leave_no_place_behind() throws Exception {
    RateGate gate = gate(List.of(new RateLimit(1, Duration.ofDays(1))));
    gate.await(Signal.never(), LONG, HOUR);
    Signal signal = Signal.create();
    AtomicInteger cancelled = new AtomicInteger();
    CountDownLatch waiting = new CountDownLatch(10_000);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 10_000; i++) {
        var unused =
            threads.submit(() -> {
              waiting.countDown();
              if (gate.await(signal, LONG, HOUR).end() == RateGate.End.CANCELLED) {
                cancelled.incrementAndGet();
              }
            });
      }
      waiting.await();
      signal.fire();
    }

    assertThat(cancelled).hasValue(10_000);
    assertThat(gate.waiting()).isZero();
    assertThat(signal.listeners()).isZero();
    assertThat(gate.expected()).isLessThanOrEqualTo(Duration.ofDays(1));
  }

  @Test
  void an_interrupt_gives_the_place_back_and_keeps_its_flag() {
    RateGate gate = gate(List.of(new RateLimit(1, Duration.ofDays(1))));
    gate.await(Signal.never(), LONG, HOUR);
    Thread.currentThread().interrupt();

    RateGate.Wait wait = gate.await(Signal.never(), LONG, HOUR);

    assertThat(Thread.interrupted()).isTrue();
    assertThat(wait.end()).isEqualTo(RateGate.End.CANCELLED);
    assertThat(gate.waiting()).isZero();
  }

  /** resilience4j#1283: a permit that can't come in time was waited for all the same. */
  @Test
  void a_place_past_the_deadline_is_refused_at_once() {
    RateGate gate = gate(List.of(new RateLimit(1, Duration.ofDays(1))));
    gate.await(Signal.never(), LONG, HOUR);

    RateGate.Wait wait = gate.await(Signal.never(), nanos() + HOUR, HOUR);

    assertThat(wait.end()).isEqualTo(RateGate.End.DEADLINE);
    assertThat(wait.nanos()).isLessThan(Duration.ofMinutes(1).toNanos());
  }

  @Test
  void who_waits_moves_up_when_another_leaves() throws Exception {
    RateGate gate = gate(List.of(new RateLimit(1, Duration.ofMillis(300))));
    gate.await(Signal.never(), LONG, HOUR);
    Signal first = Signal.create();
    CountDownLatch ahead = new CountDownLatch(1);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<RateGate.Wait> leaving =
          threads.submit(() -> {
            ahead.countDown();
            return gate.await(first, LONG, HOUR);
          });
      ahead.await();
      while (gate.waiting() == 0) {
        Thread.onSpinWait();
      }
      Future<RateGate.Wait> behind = threads.submit(() -> gate.await(Signal.never(), LONG, HOUR));
      while (gate.waiting() == 1) {
        Thread.onSpinWait();
      }
      first.fire();

      assertThat(leaving.get().end()).isEqualTo(RateGate.End.CANCELLED);
      assertThat(behind.get().end()).isEqualTo(RateGate.End.SENT);
      assertThat(behind.get().nanos()).isLessThan(Duration.ofMillis(600).toNanos());
    }
  }

  @Test
  void whoever_waits_already_does_not_sleep_through_a_pause_that_is_too_long() throws Exception {
    RateGate gate =
        new RateGate(
            List.of(new RateLimit(1, Duration.ofHours(1))),
            true,
            SystemRuntime.get(),
            Signal.never());
    gate.await(Signal.never(), Long.MAX_VALUE, LONG);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<RateGate.Wait> waits =
          threads.submit(() -> gate.await(Signal.never(), Long.MAX_VALUE, HOUR));
      while (gate.waiting() == 0) {
        Thread.onSpinWait();
      }

      gate.slowDown(SystemRuntime.get().ticker().nanos(), Duration.ofHours(2));

      RateGate.Wait ended = waits.get(10, TimeUnit.SECONDS);
      assertThat(ended.end()).isEqualTo(RateGate.End.PAUSED);
      assertThat(Duration.ofNanos(ended.nanos())).isGreaterThan(Duration.ofMinutes(119));
      assertThat(gate.waiting()).isZero();
    }
  }
}
