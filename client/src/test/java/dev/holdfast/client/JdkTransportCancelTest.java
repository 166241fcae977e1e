package dev.holdfast.client;

import static java.util.concurrent.CompletableFuture.supplyAsync;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.client.RawServer.Script;
import dev.holdfast.client.Transport.Request;
import dev.holdfast.core.CallEnding;
import dev.holdfast.core.CallEnding.Answered;
import dev.holdfast.core.CallEnding.Cancelled;
import dev.holdfast.core.CallEnding.Sent;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class JdkTransportCancelTest {
  private static final Duration LONG = Duration.ofSeconds(20);

  private final Semaphore headersSeen = new Semaphore(0);

  /** The clock is read once the status is known. */
  private final JdkTransport transport =
      new JdkTransport(() -> {
        headersSeen.release();
        return Instant.EPOCH;
      });

  @AfterEach
  void close() {
    transport.close();
  }

  @Test
  void an_interrupt_cancels_the_exchange_and_stays_set() throws Exception {
    try (RawServer server = new RawServer(peer -> peer.read().hang())) {
      Caller caller = new Caller(server);
      server.awaitRequests(1);

      caller.thread.interrupt();

      assertThat(caller.ended()).isEqualTo(new Cancelled(Sent.MAYBE));
      assertThat(caller.interrupted).isTrue();
      server.awaitGone(1);
    }
  }

  @Test
  void a_status_that_was_seen_outlives_an_interrupt() throws Exception {
    Script stall = peer -> peer.read().write("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n").hang();
    try (RawServer server = new RawServer(stall)) {
      Caller caller = new Caller(server);
      headersSeen.acquire();

      caller.thread.interrupt();

      assertThat(caller.ended()).isEqualTo(new Answered(200));
      assertThat(caller.interrupted).isTrue();
      server.awaitGone(1);
    }
  }

  @Test
  void a_caller_interrupted_before_sends_nothing() throws IOException {
    try (RawServer server = new RawServer(RawPeer::hang)) {
      Thread.currentThread().interrupt();

      assertThat(transport.send(post(server), LONG)).isEqualTo(new Cancelled(Sent.NO));

      assertThat(Thread.interrupted()).isTrue();
      assertThat(server.connections()).isZero();
    }
  }

  @Test
  void closing_cancels_what_is_under_way_and_sends_nothing_more() throws IOException {
    try (RawServer server = new RawServer(peer -> peer.read().hang())) {
      CompletableFuture<CallEnding> ending = supplyAsync(() -> transport.send(post(server), LONG));
      server.awaitRequests(1);

      transport.close();

      assertThat(ending.join()).isEqualTo(new Cancelled(Sent.MAYBE));
      assertThat(transport.send(post(server), LONG)).isEqualTo(new Cancelled(Sent.NO));
      server.awaitGone(1);
      assertThat(server.connections()).isEqualTo(1);
    }
  }

  private final class Caller {
    final AtomicReference<CallEnding> ending = new AtomicReference<>();
    final AtomicBoolean interrupted = new AtomicBoolean();
    final Thread thread;

    Caller(RawServer server) {
      thread =
          Thread.startVirtualThread(() -> {
            ending.set(transport.send(post(server), LONG));
            interrupted.set(Thread.currentThread().isInterrupted());
          });
    }

    CallEnding ended() throws InterruptedException {
      assertThat(thread.join(LONG)).isTrue();
      return ending.get();
    }
  }

  private static Request post(RawServer server) {
    return new Request("POST", server.uri("http", "/"), Map.of(), new byte[0]);
  }
}
