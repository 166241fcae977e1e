package dev.holdfast.client.transport;

import static dev.holdfast.client.transport.Wire.ending;
import static dev.holdfast.client.transport.Wire.post;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.client.runtime.SystemRuntime;
import dev.holdfast.core.CallEnding.NeverLeft;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LookupsTest {
  private static final URI ONE = URI.create("http://one.test/");
  private static final URI OTHER = URI.create("http://other.test/");

  private final AtomicLong nanos = new AtomicLong();
  private final List<URI> looked = new CopyOnWriteArrayList<>();
  private final Lookups lookups = lookups(looked::add);

  @Test
  void a_name_is_looked_up_once_in_a_while() throws Exception {
    lookups.await(ONE);
    lookups.await(OTHER);
    nanos.addAndGet(TimeUnit.SECONDS.toNanos(20) - 1);
    lookups.await(ONE);
    assertThat(looked).containsExactly(ONE, OTHER);

    nanos.addAndGet(1);
    lookups.await(ONE);

    assertThat(looked).containsExactly(ONE, OTHER, ONE);
  }

  @Test
  void a_name_that_is_not_found_is_looked_up_again_and_told_by_nobody_else() throws Exception {
    Lookups failing =
        lookups(uri -> {
          looked.add(uri);
          throw new UnknownHostException();
        });

    failing.await(ONE);
    failing.await(ONE);

    assertThat(looked).hasSize(2);
  }

  @Test
  void a_call_that_waits_for_a_name_is_cut_in_time_and_has_sent_nothing() {
    CountDownLatch never = new CountDownLatch(1);
    Lookups hanging =
        lookups(uri -> {
          try {
            never.await();
          } catch (InterruptedException e) {
            throw new AssertionError(e);
          }
        });
    try (JdkTransport transport =
        new JdkTransport(JdkOptions.DEFAULT, false, SystemRuntime.get().timers(), hanging)) {
      assertThat(ending(transport, post(ONE), Duration.ofMillis(50))).isEqualTo(new NeverLeft());
      assertThat(Thread.currentThread().isInterrupted()).isFalse();
    } finally {
      never.countDown();
    }
  }

  @Test
  void calls_that_wait_for_one_name_wait_for_one_look_up() throws Exception {
    CountDownLatch waiting = new CountDownLatch(1);
    Lookups slow =
        lookups(uri -> {
          looked.add(uri);
          try {
            waiting.await();
          } catch (InterruptedException e) {
            throw new AssertionError(e);
          }
        });
    Thread first = waiter(slow);
    while (looked.isEmpty()) {
      Thread.onSpinWait();
    }
    Thread second = waiter(slow);
    while (second.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }

    waiting.countDown();
    first.join();
    second.join();

    assertThat(looked).hasSize(1);
  }

  private static Thread waiter(Lookups lookups) {
    return Thread.ofPlatform()
        .start(() -> {
          try {
            lookups.await(ONE);
          } catch (InterruptedException e) {
            throw new AssertionError(e);
          }
        });
  }

  private Lookups lookups(Lookups.Resolver resolver) {
    return new Lookups(resolver, nanos::get, task -> Thread.ofPlatform().daemon().unstarted(task));
  }
}
