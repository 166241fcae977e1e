package dev.holdfast.client.transport;

import static dev.holdfast.client.transport.Wire.ending;
import static dev.holdfast.client.transport.Wire.length;
import static dev.holdfast.client.transport.Wire.post;
import static java.util.concurrent.CompletableFuture.supplyAsync;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.client.runtime.Signal;
import dev.holdfast.client.transport.RawServer.Script;
import dev.holdfast.client.transport.Reply.Bodiless;
import dev.holdfast.client.transport.Reply.Flaw;
import dev.holdfast.core.CallEnding.Cancelled;
import dev.holdfast.core.CallEnding.Sent;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class JdkTransportCancelTest {
  private static final Duration LONG = Duration.ofSeconds(20);

  private final JdkTransport transport = JdkTransport.create();

  @AfterEach
  void close() {
    transport.close();
  }

  static Stream<Arguments> cancels() {
    Consumer<Caller> interrupt = caller -> caller.thread.interrupt();
    Consumer<Caller> signal = caller -> caller.signal.fire();
    return Stream.of(
        Arguments.of("an interrupt", interrupt, true), Arguments.of("a signal", signal, false));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cancels")
  void a_cancel_cuts_the_exchange(String what, Consumer<Caller> cancel, boolean interrupted)
      throws Exception {
    try (RawServer server = new RawServer(peer -> peer.read().hang())) {
      Caller caller = new Caller(server.uri("http", "/"));
      server.awaitRequests(1);

      cancel.accept(caller);

      assertThat(ending(caller.reply())).isEqualTo(new Cancelled(Sent.MAYBE));
      assertThat(caller.interrupted.get()).isEqualTo(interrupted);
      server.awaitGone(1);
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cancels")
  void a_status_that_was_seen_outlives_a_cancel(
      String what, Consumer<Caller> cancel, boolean interrupted) throws Exception {
    Semaphore headSeen = new Semaphore(0);
    // More than the system's buffers hold.
    byte[] most = new byte[14 << 20];
    Script stall =
        peer -> {
          peer.read().write(length(most.length + 1)).write(most);
          headSeen.release();
          peer.hang();
        };
    try (RawServer server = new RawServer(stall)) {
      Caller caller = new Caller(server.uri("http", "/"));
      headSeen.acquire();

      cancel.accept(caller);

      assertThat(caller.reply())
          .isInstanceOfSatisfying(
              Bodiless.class, answer -> assertThat(answer.flaw()).isEqualTo(Flaw.CANCELLED));
      assertThat(caller.interrupted.get()).isEqualTo(interrupted);
      server.awaitGone(1);
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cancels")
  void a_cancel_before_the_connection_is_made_has_sent_nothing(
      String what, Consumer<Caller> cancel, boolean interrupted) throws Exception {
    try (FullServer full = new FullServer()) {
      Caller caller = new Caller(full.uri("http"));
      caller.awaitListening();

      cancel.accept(caller);

      assertThat(ending(caller.reply())).isEqualTo(new Cancelled(Sent.NO));
      assertThat(caller.interrupted.get()).isEqualTo(interrupted);
    }
  }

  @Test
  void a_caller_interrupted_before_sends_nothing() throws IOException {
    try (RawServer server = new RawServer(RawPeer::hang)) {
      Thread.currentThread().interrupt();

      assertThat(ending(transport, post(server), LONG)).isEqualTo(new Cancelled(Sent.NO));

      assertThat(Thread.interrupted()).isTrue();
      assertThat(server.connections()).isZero();
    }
  }

  @Test
  void a_signal_fired_before_sends_nothing() throws IOException {
    Signal fired = Signal.create();
    fired.fire();
    try (RawServer server = new RawServer(RawPeer::hang)) {
      assertThat(ending(transport.send(post(server), LONG, fired)))
          .isEqualTo(new Cancelled(Sent.NO));

      assertThat(server.connections()).isZero();
    }
  }

  @Test
  void an_exchange_that_ended_leaves_nothing_with_its_signal() throws IOException {
    Signal signal = Signal.create();
    try (RawServer server = new RawServer(peer -> peer.read().write(length(0)).hang())) {
      transport.send(post(server), LONG, signal);

      assertThat(signal.listeners()).isZero();
    }
  }

  @Test
  void closing_cancels_what_is_under_way_and_sends_nothing_more() throws IOException {
    try (RawServer server = new RawServer(peer -> peer.read().hang())) {
      CompletableFuture<Reply> reply =
          supplyAsync(() -> transport.send(post(server), LONG, Signal.never()));
      server.awaitRequests(1);

      transport.close();

      assertThat(ending(reply.join())).isEqualTo(new Cancelled(Sent.MAYBE));
      assertThat(ending(transport, post(server), LONG)).isEqualTo(new Cancelled(Sent.NO));
      server.awaitGone(1);
      assertThat(server.connections()).isEqualTo(1);
    }
  }

  final class Caller {
    final Signal signal = Signal.create();
    final AtomicReference<Reply> reply = new AtomicReference<>();
    final AtomicBoolean interrupted = new AtomicBoolean();
    final Thread thread;

    Caller(URI uri) {
      thread =
          Thread.startVirtualThread(() -> {
            reply.set(transport.send(post(uri), LONG, signal));
            interrupted.set(Thread.currentThread().isInterrupted());
          });
    }

    void awaitListening() {
      while (signal.listeners() == 0) {
        Thread.onSpinWait();
      }
    }

    Reply reply() throws InterruptedException {
      assertThat(thread.join(LONG)).isTrue();
      return reply.get();
    }
  }
}
