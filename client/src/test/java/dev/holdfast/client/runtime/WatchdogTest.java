package dev.holdfast.client.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class WatchdogTest {
  private static final long SECOND = 1_000_000_000;

  private final AtomicLong now = new AtomicLong();
  private final AtomicInteger threads = new AtomicInteger();
  private final List<Long> expired = new ArrayList<>();

  /** Its loop, which this test runs itself when all timers are due. */
  private Runnable loop = () -> {};

  private final Watchdog watchdog = new Watchdog(now::get, this::idleThread);

  private Thread idleThread(Runnable task) {
    threads.incrementAndGet();
    loop = task;
    return new Thread(() -> {});
  }

  private Timers.Timer start(long in) {
    long due = now.get() + in;
    return watchdog.start(in, () -> expired.add(due));
  }

  /** Runs all that is due; nothing else may be kept. An interrupted thread doesn't park. */
  private void runAllAt(long time) {
    now.set(time);
    Thread.currentThread().interrupt();
    loop.run();
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void runs_timers_in_the_order_of_their_times() {
    start(3 * SECOND);
    start(SECOND);
    start(2 * SECOND);
    assertThat(watchdog.size()).isEqualTo(3);

    runAllAt(3 * SECOND);

    assertThat(expired).containsExactly(SECOND, 2 * SECOND, 3 * SECOND);
    assertThat(watchdog.size()).isZero();
  }

  @Test
  void a_stopped_timer_is_gone_at_once_and_never_runs() {
    Timers.Timer timer = start(SECOND);
    start(2 * SECOND);

    timer.stop();
    timer.stop();
    assertThat(watchdog.size()).isEqualTo(1);
    runAllAt(9 * SECOND);

    assertThat(expired).containsExactly(2 * SECOND);
    timer.stop();
  }

  @Test
  void a_hundred_thousand_timers_made_to_be_stopped_need_one_thread_and_no_room() {
    for (int i = 0; i < 100_000; i++) {
      start(60 * SECOND).stop();
      now.addAndGet(1_000);
    }

    assertThat(watchdog.size()).isZero();
    assertThat(threads).hasValue(1);
  }

  @Test
  void the_longest_timer_is_far_away_and_a_ticker_may_pass_its_end() {
    now.set(Long.MAX_VALUE - 5);
    start(Long.MAX_VALUE).stop();
    start(10);

    runAllAt(Long.MIN_VALUE + 9);

    assertThat(expired).containsExactly(Long.MIN_VALUE + 4);
  }

  @Test
  void any_mix_of_starts_and_stops_leaves_what_was_not_stopped_in_order() {
    SplittableRandom random = new SplittableRandom(3);
    for (int round = 0; round < 200; round++) {
      expired.clear();
      List<Long> dues = new ArrayList<>();
      List<Timers.Timer> timers = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        if (timers.isEmpty() || random.nextInt(5) < 3) {
          long in = random.nextLong(50);
          dues.add(now.get() + in);
          timers.add(start(in));
        } else {
          int at = random.nextInt(timers.size());
          timers.remove(at).stop();
          dues.remove(at);
        }
        assertThat(watchdog.size()).isEqualTo(dues.size());
      }

      runAllAt(now.get() + 50);

      dues.sort(Comparator.naturalOrder());
      assertThat(expired).isEqualTo(dues);
    }
  }

  @Test
  void an_action_that_throws_keeps_no_other_from_running() {
    watchdog.start(
        1,
        () -> {
          throw new IllegalStateException("broken");
        });
    watchdog.start(
        2,
        () -> {
          throw new AssertionError("broken");
        });
    start(3);

    runAllAt(5);

    assertThat(expired).containsExactly(3L);
  }

  @Test
  void an_action_may_start_and_stop_timers() {
    Timers.Timer stopped = start(5);
    watchdog.start(
        1,
        () -> {
          stopped.stop();
          start(-1);
        });

    runAllAt(9);

    assertThat(expired).containsExactly(8L);
    assertThat(watchdog.size()).isZero();
  }

  @Test
  void after_a_thread_that_could_not_be_started_the_next_timer_starts_one() {
    AtomicInteger tries = new AtomicInteger();
    Watchdog starved =
        new Watchdog(
            now::get,
            task ->
                new Thread(task) {
                  @Override
                  public void start() {
                    if (tries.incrementAndGet() == 1) {
                      throw new OutOfMemoryError("unable to create native thread");
                    }
                  }
                });

    assertThatThrownBy(() -> starved.start(SECOND, () -> {})).isInstanceOf(OutOfMemoryError.class);
    assertThat(starved.size()).isZero();
    starved.start(SECOND, () -> {}).stop();

    assertThat(tries).hasValue(2);
  }

  @Test
  void its_thread_ends_when_it_has_had_nothing_to_do_and_another_is_started_when_needed()
      throws InterruptedException {
    List<Thread> started = new ArrayList<>();
    Watchdog real =
        new Watchdog(
            System::nanoTime,
            task -> {
              Thread thread = Thread.ofPlatform().daemon().unstarted(task);
              started.add(thread);
              return thread;
            });

    expire(real);
    Thread first = started.getFirst();
    while (first.isAlive()) {
      // Its patience is a matter of seconds; not the test's.
      LockSupport.unpark(first);
      Thread.onSpinWait();
    }
    expire(real);

    assertThat(started).hasSize(2);
    assertThat(real.size()).isZero();
  }

  @Test
  void a_timer_that_is_due_before_all_others_wakes_the_thread() throws InterruptedException {
    Watchdog real =
        new Watchdog(System::nanoTime, task -> Thread.ofPlatform().daemon().unstarted(task));

    Timers.Timer late = real.start(3_600 * SECOND, () -> {});
    expire(real);
    late.stop();

    assertThat(real.size()).isZero();
  }

  private static void expire(Watchdog real) throws InterruptedException {
    CountDownLatch ran = new CountDownLatch(1);
    real.start(1_000, ran::countDown);
    ran.await();
  }
}
