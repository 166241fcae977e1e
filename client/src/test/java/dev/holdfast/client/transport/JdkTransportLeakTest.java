package dev.holdfast.client.transport;

import static dev.holdfast.client.transport.Wire.ending;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.holdfast.client.runtime.Signal;
import dev.holdfast.client.transport.Transport.Request;
import dev.holdfast.core.CallEnding;
import dev.holdfast.core.CallEnding.Cancelled;
import dev.holdfast.core.CallEnding.NeverLeft;
import dev.holdfast.core.CallEnding.Sent;
import dev.holdfast.core.CallEnding.TimedOut;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class JdkTransportLeakTest {
  private static final int ROUNDS = 10;
  private static final int CALLS = 100;
  private static final Duration TIMEOUT = Duration.ofMillis(500);
  private static final Duration LONG = Duration.ofSeconds(60);

  /** What the JVM itself may open or start meanwhile. */
  private static final int SLACK = 20;

  private final RawServer slow = new RawServer(peer -> peer.read().hang());
  private final RawServer cancelled = new RawServer(peer -> peer.read().hang());
  private final JdkTransport transport = JdkTransport.create();

  @Test
  void two_thousand_calls_that_time_out_or_are_cancelled_leave_nothing() throws Exception {
    try (transport;
        slow;
        cancelled) {
      timeOut(CALLS);
      cancel(CALLS);
      int threads = Thread.getAllStackTraces().size();
      long files = files();

      for (int round = 0; round < ROUNDS; round++) {
        timeOut(CALLS);
        cancel(CALLS);
      }

      assertThat(Thread.getAllStackTraces().size()).isLessThan(threads + SLACK);
      assertThat(files()).isLessThan(files + SLACK);
      assertThat(slow.requests()).hasSizeLessThanOrEqualTo(CALLS * (ROUNDS + 1));
      assertThat(cancelled.requests()).hasSize(CALLS * (ROUNDS + 1));
    }
  }

  private void timeOut(int calls) throws InterruptedException {
    // A busy machine may not even connect all of them in time.
    assertThat(endings(slow, calls, TIMEOUT, Signal.never()))
        .isSubsetOf(new TimedOut(), new NeverLeft());
    assertThat(slow.awaitEnded()).isTrue();
  }

  private void cancel(int calls) throws InterruptedException {
    Signal signal = Signal.create();
    Thread.startVirtualThread(() -> {
      cancelled.awaitRequests(calls);
      signal.fire();
    });

    assertThat(endings(cancelled, calls, LONG, signal)).containsOnly(new Cancelled(Sent.MAYBE));

    assertThat(signal.listeners()).isZero();
    assertThat(cancelled.awaitEnded()).isTrue();
  }

  private List<CallEnding> endings(RawServer server, int calls, Duration timeout, Signal signal)
      throws InterruptedException {
    Request request = new Request("POST", server.uri("http", "/"), Map.of(), new byte[0]);
    Callable<CallEnding> call = () -> ending(transport.send(request, timeout, signal));
    try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<CallEnding>> endings =
          callers.invokeAll(IntStream.range(0, calls).mapToObj(i -> call).toList());
      return endings.stream().map(Future::resultNow).toList();
    }
  }

  private static long files() throws IOException {
    return ManagementFactory.getPlatformMXBean(UnixOperatingSystemMXBean.class)
        .getOpenFileDescriptorCount();
  }
}
