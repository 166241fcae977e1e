package dev.holdfast.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.holdfast.client.Transport.Request;
import dev.holdfast.core.CallEnding;
import dev.holdfast.core.CallEnding.TimedOut;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class JdkTransportLeakTest {
  private static final int CALLS = 200;
  private static final Duration TIMEOUT = Duration.ofMillis(500);

  /** What the JVM itself may open or start meanwhile. */
  private static final int SLACK = 20;

  @Test
  void calls_that_time_out_leave_no_thread_and_no_socket() throws Exception {
    try (JdkTransport transport = new JdkTransport(() -> Instant.EPOCH);
        RawServer server = new RawServer(peer -> peer.read().hang())) {
      callAtOnce(transport, server, 1);
      server.awaitGone(1);
      int threads = Thread.getAllStackTraces().size();
      long sockets = open();

      assertThat(callAtOnce(transport, server, CALLS)).containsOnly(new TimedOut());

      server.awaitGone(CALLS);
      assertThat(Thread.getAllStackTraces().size()).isLessThan(threads + SLACK);
      assertThat(open()).isLessThan(sockets + SLACK);
      assertThat(server.requests()).hasSize(CALLS + 1);
    }
  }

  private static List<CallEnding> callAtOnce(Transport transport, RawServer server, int calls)
      throws InterruptedException, ExecutionException {
    Request request = new Request("POST", server.uri("http", "/"), Map.of(), new byte[0]);
    Callable<CallEnding> call = () -> transport.send(request, TIMEOUT);
    try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<CallEnding>> endings =
          callers.invokeAll(IntStream.range(0, calls).mapToObj(i -> call).toList());
      return endings.stream().map(Future::resultNow).toList();
    }
  }

  private static long open() throws IOException {
    return ManagementFactory.getPlatformMXBean(UnixOperatingSystemMXBean.class)
        .getOpenFileDescriptorCount();
  }
}
