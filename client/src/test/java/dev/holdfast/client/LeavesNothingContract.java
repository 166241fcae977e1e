package dev.holdfast.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.holdfast.client.runtime.LiveTimers;
import dev.holdfast.client.runtime.Signal;
import dev.holdfast.client.transport.RawServer;
import dev.holdfast.client.transport.Transport;
import dev.holdfast.core.CallEnding;
import dev.holdfast.core.RateLimit;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Ten thousand calls to a provider that never answers, on real sockets, leave nothing behind. */
@Timeout(180)
public abstract class LeavesNothingContract {
  private static final int CALLS = 10_000;
  private static final int CALLERS = 64;

  /** What the JVM itself may open or start meanwhile. */
  private static final int SLACK = 20;

  /** Makes a transport; it is closed if it can be. */
  protected abstract Transport transport();

  private final Signal signal = Signal.create();

  @Test
  void ten_thousand_cancelled_or_timed_out_calls_leave_nothing_behind() throws Exception {
    Transport transport = transport();
    try (RawServer server = new RawServer(peer -> peer.read().hang())) {
      Client client =
          Client.of(
                  HttpApi.named("silent")
                      .baseUrl(server.uri("http", "").toString())
                      .limits(RateLimit.perSecond(1_000_000))
                      .build())
              .transport(transport)
              .options(Options.none().retries(0).timeout(Duration.ofMillis(100)).signal(signal))
              .build();
      int threads = Thread.getAllStackTraces().size();
      long files = files();

      calls(client, CALLS);

      assertThat(server.awaitEnded()).isTrue();
      assertThat(server.connections()).isGreaterThan(CALLS / 2);
      assertThat(Thread.getAllStackTraces().size()).isLessThan(threads + SLACK);
      assertThat(files()).isLessThan(files + SLACK);
      assertThat(LiveTimers.count()).isZero();
      assertThat(signal.listeners()).isZero();
      assertThat(client.estimate(Operation.get("/")).throttled()).isZero();
    } finally {
      if (transport instanceof AutoCloseable closeable) {
        closeable.close();
      }
    }
  }

  private static void calls(Client client, int count)
      throws InterruptedException, ExecutionException {
    List<Future<?>> callers = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int caller = 0; caller < CALLERS; caller++) {
        int share = count * (caller + 1) / CALLERS - count * caller / CALLERS;
        callers.add(
            threads.submit(() -> {
              for (int call = 0; call < share; call++) {
                call(client, call);
              }
            }));
      }
      for (Future<?> caller : callers) {
        caller.get();
      }
    }
  }

  /** A third each: timed out, cancelled by a signal of its own, cancelled by its future. */
  private static void call(Client client, int call) {
    switch (call % 3) {
      case 0 -> failed(() -> client.get("/", Object.class));
      case 1 ->
          failed(() ->
              client.get(
                  "/",
                  Object.class,
                  Options.none().signal(client.signalAfter(Duration.ofMillis(50)))));
      default -> cancelled(client);
    }
  }

  private static void failed(Runnable call) {
    try {
      call.run();
    } catch (CallException e) {
      // A machine under load may not even connect in time, and a transport may know that.
      boolean unsent = e.error().sent() == CallEnding.Sent.NO;
      assertThat(e.error().timedOut() || e.error().aborted() || unsent)
          .as("%s", e.error())
          .isTrue();
    }
  }

  private static void cancelled(Client client) {
    CompletableFuture<?> future =
        client.callAsync(Operation.get("/"), Object.class).orTimeout(50, TimeUnit.MILLISECONDS);
    assertThat(future).failsWithin(Duration.ofSeconds(60));
  }

  private static long files() throws IOException {
    return ManagementFactory.getPlatformMXBean(UnixOperatingSystemMXBean.class)
        .getOpenFileDescriptorCount();
  }
}
