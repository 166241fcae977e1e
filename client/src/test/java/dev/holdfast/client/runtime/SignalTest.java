package dev.holdfast.client.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SignalTest {
  private final Signal signal = Signal.create();
  private final List<String> told = new ArrayList<>();

  @Test
  void tells_each_listener_once_in_the_order_they_came() {
    signal.onFire(() -> told.add("one"));
    signal.onFire(() -> told.add("two"));
    assertThat(signal.fired()).isFalse();

    signal.fire();
    signal.fire();

    assertThat(signal.fired()).isTrue();
    assertThat(told).containsExactly("one", "two");
    assertThat(signal.listeners()).isZero();
  }

  @Test
  void tells_at_once_where_it_has_fired() {
    signal.fire();

    signal.onFire(() -> told.add("late")).close();

    assertThat(told).containsExactly("late");
    assertThat(signal.listeners()).isZero();
  }

  @Test
  void tells_nobody_who_has_left_and_keeps_nothing_of_them() {
    Signal.Registration first = signal.onFire(() -> told.add("first"));
    signal.onFire(() -> told.add("second"));
    assertThat(signal.listeners()).isEqualTo(2);

    first.close();
    first.close();
    assertThat(signal.listeners()).isEqualTo(1);
    signal.fire();

    assertThat(told).containsExactly("second");
  }

  @Test
  void one_action_given_twice_is_two_listeners() {
    Runnable action = () -> told.add("again");
    signal.onFire(action).close();
    signal.onFire(action);
    signal.onFire(action);

    signal.fire();

    assertThat(told).containsExactly("again", "again");
  }

  @Test
  void a_listener_that_throws_keeps_nobody_from_being_told() {
    signal.onFire(() -> {
      throw new IllegalStateException("broken");
    });
    signal.onFire(() -> told.add("told"));

    signal.fire();

    assertThat(told).containsExactly("told");
  }

  @Test
  void a_listener_may_come_back_to_the_signal() throws InterruptedException {
    // App-vNext/Polly#2953, grpc/grpc-java#10386: callbacks run outside of locks
    signal.onFire(() -> {
      Thread other = Thread.ofPlatform().start(() -> told.add("fired " + signal.fired()));
      join(other);
      signal.onFire(() -> told.add("from within"));
      signal.fire();
    });

    signal.fire();

    assertThat(told).containsExactly("fired true", "from within");
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void many_threads_come_leave_and_fire_and_each_that_stays_is_told_once() throws Exception {
    int each = 2_000;
    AtomicInteger toldOnce = new AtomicInteger();
    CountDownLatch go = new CountDownLatch(1);
    Runnable comesAndLeaves =
        () -> {
          for (int i = 0; i < each; i++) {
            Signal.Registration leaves = signal.onFire(() -> {});
            signal.onFire(toldOnce::incrementAndGet);
            leaves.close();
          }
        };
    List<Thread> threads =
        IntStream.range(0, 4)
            .mapToObj(i ->
                Thread.ofPlatform()
                    .start(() -> {
                      await(go);
                      comesAndLeaves.run();
                    }))
            .toList();
    Thread fires =
        Thread.ofPlatform()
            .start(() -> {
              await(go);
              signal.fire();
            });
    go.countDown();
    for (Thread thread : threads) {
      thread.join();
    }
    fires.join();

    assertThat(toldOnce).hasValue(4 * each);
    assertThat(signal.listeners()).isZero();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void one_that_never_fires_keeps_nobody() {
    Signal never = Signal.never();

    never.onFire(() -> told.add("never")).close();

    assertThat(never.fired()).isFalse();
    assertThat(never.listeners()).isZero();
    assertThatThrownBy(never::fire).isInstanceOf(UnsupportedOperationException.class);
    assertThat(told).isEmpty();
  }

  @Test
  void one_after_a_time_that_is_fired_before_keeps_no_timer() {
    ClientRuntime system = SystemRuntime.get();
    Watchdog timers = new Watchdog(() -> 0, loop -> new Thread(() -> {}));
    ClientRuntime runtime =
        new ClientRuntime(
            system.clock(), () -> 0, () -> 0, timers, system.waiters(), system.executor());
    Signal hour = Signal.after(Duration.ofHours(1), runtime);
    assertThat(timers.size()).isEqualTo(1);

    hour.fire();

    assertThat(timers.size()).isZero();
  }

  @Test
  void one_after_a_time_needs_a_time() {
    ClientRuntime runtime = SystemRuntime.get();

    assertThatThrownBy(() -> Signal.after(Duration.ZERO, runtime))
        .hasMessage("time of a signal must be more than 0 s but was 0 s");
    assertThatThrownBy(() -> Signal.after(Duration.ofMillis(-5), runtime))
        .hasMessage("time of a signal must be more than 0 s but was -5 ms");
  }

  @Test
  void one_after_a_time_fires_by_itself() throws InterruptedException {
    CountDownLatch fired = new CountDownLatch(1);

    Signal.after(Duration.ofNanos(1), SystemRuntime.get()).onFire(fired::countDown);

    fired.await();
  }
}
