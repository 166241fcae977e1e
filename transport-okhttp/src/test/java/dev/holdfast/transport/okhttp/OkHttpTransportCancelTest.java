package dev.holdfast.transport.okhttp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.client.runtime.Signal;
import dev.holdfast.client.transport.RawServer;
import dev.holdfast.client.transport.RawServer.Script;
import dev.holdfast.client.transport.Reply;
import dev.holdfast.client.transport.Reply.Answer;
import dev.holdfast.client.transport.Reply.Bodiless;
import dev.holdfast.client.transport.Reply.Flaw;
import dev.holdfast.client.transport.Reply.Unanswered;
import dev.holdfast.client.transport.Transport.Request;
import dev.holdfast.core.CallEnding;
import dev.holdfast.core.CallEnding.Cancelled;
import dev.holdfast.core.CallEnding.NeverLeft;
import dev.holdfast.core.CallEnding.Sent;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OkHttpTransportCancelTest {
  private static final Duration LONG = Duration.ofSeconds(20);
  private static final Duration SHORT = Duration.ofMillis(300);
  private static final String HEAD = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n";

  private final OkHttpTransport transport = OkHttpTransport.create();
  private final Signal signal = Signal.create();

  @AfterEach
  void close() {
    transport.close();
  }

  /** Whose thread calls. */
  enum Kind {
    VIRTUAL,
    PLATFORM;

    Thread start(Runnable task) {
      return this == VIRTUAL
          ? Thread.ofVirtual().start(task)
          : Thread.ofPlatform().daemon().start(task);
    }
  }

  /** How it ended, and whether the thread was interrupted then. */
  private record Ended(Reply reply, boolean interrupted) {}

  private final class Caller {
    private final CompletableFuture<Ended> ended = new CompletableFuture<>();
    private final Thread thread;

    Caller(Kind kind, URI uri) {
      thread =
          kind.start(() -> {
            Reply reply = send(uri, LONG);
            ended.complete(new Ended(reply, Thread.currentThread().isInterrupted()));
          });
    }

    Ended ended() throws Exception {
      return ended.get(10, TimeUnit.SECONDS);
    }
  }

  private Reply send(URI uri, Duration timeout) {
    return transport.send(new Request("POST", uri, Map.of(), new byte[2]), timeout, signal);
  }

  private static Reply cancelled(Sent sent) {
    return new Unanswered(new Cancelled(sent), "");
  }

  private static CallEnding ending(Reply reply) {
    assertThat(reply).isInstanceOf(Unanswered.class);
    return ((Unanswered) reply).ending();
  }

  @ParameterizedTest
  @EnumSource
  void an_interrupt_cuts_the_exchange_and_stays_set(Kind kind) throws Exception {
    try (RawServer server = new RawServer(peer -> peer.read().hang())) {
      Caller caller = new Caller(kind, server.uri("http", "/"));
      server.awaitRequests(1);

      caller.thread.interrupt();

      Ended ended = caller.ended();
      assertThat(ending(ended.reply())).isEqualTo(new Cancelled(Sent.MAYBE));
      assertThat(ended.interrupted()).isTrue();
      server.awaitGone(1);
      assertThat(signal.listeners()).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource
  void an_interrupt_cuts_the_body_and_leaves_the_status(Kind kind) throws Exception {
    Script drip = peer -> peer.read().write(HEAD + "1").hang();
    try (RawServer server = new RawServer(drip)) {
      Caller caller = new Caller(kind, server.uri("http", "/"));
      server.awaitRequests(1);

      caller.thread.interrupt();

      Ended ended = caller.ended();
      assertThat(ended.interrupted()).isTrue();
      // The interrupt may come before the head does.
      if (ended.reply() instanceof Bodiless bodiless) {
        assertThat(bodiless.flaw()).isEqualTo(Flaw.CANCELLED);
        assertThat(bodiless.status()).isEqualTo(200);
      } else {
        assertThat(ending(ended.reply())).isEqualTo(new Cancelled(Sent.MAYBE));
      }
      server.awaitGone(1);
    }
  }

  @ParameterizedTest
  @EnumSource
  void an_interrupt_ends_the_wait_for_a_connection(Kind kind) throws Exception {
    try (ServerSocket full = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      List<Socket> queue = fill(full);
      Caller caller = new Caller(kind, uri(full));
      // As long as it has not begun there is nothing to be interrupted but the beginning.
      while (signal.listeners() == 0) {
        Thread.onSpinWait();
      }

      caller.thread.interrupt();

      Ended ended = caller.ended();
      assertThat(ending(ended.reply())).isEqualTo(new Cancelled(Sent.NO));
      assertThat(ended.interrupted()).isTrue();
      close(queue);
    }
  }

  @Test
  void a_connection_that_is_not_made_in_time_never_left() throws Exception {
    try (ServerSocket full = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      List<Socket> queue = fill(full);

      assertThat(ending(send(uri(full), SHORT))).isEqualTo(new NeverLeft());
      close(queue);
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_signal_cuts_the_exchange(Kind kind) throws Exception {
    try (RawServer server = new RawServer(peer -> peer.read().hang())) {
      Caller caller = new Caller(kind, server.uri("http", "/"));
      server.awaitRequests(1);

      signal.fire();

      Ended ended = caller.ended();
      assertThat(ending(ended.reply())).isEqualTo(new Cancelled(Sent.MAYBE));
      assertThat(ended.interrupted()).isFalse();
      server.awaitGone(1);
    }
  }

  @Test
  void where_the_signal_has_fired_or_the_thread_is_interrupted_nothing_is_sent() throws Exception {
    Script twice = peer -> peer.read().write(HEAD + "12345").read().write(HEAD + "12345").hang();
    try (RawServer server = new RawServer(twice)) {
      URI uri = server.uri("http", "/");
      assertThat(send(uri, LONG)).isInstanceOf(Answer.class);

      Thread.currentThread().interrupt();
      assertThat(send(uri, LONG)).isEqualTo(cancelled(Sent.NO));
      assertThat(Thread.interrupted()).isTrue();

      // The kept connection has not suffered.
      assertThat(send(uri, LONG)).isInstanceOf(Answer.class);
      assertThat(server.connections()).isEqualTo(1);

      signal.fire();
      assertThat(send(uri, LONG)).isEqualTo(cancelled(Sent.NO));
      assertThat(server.requests()).hasSize(2);
    }
  }

  @Test
  void closing_cuts_what_is_under_way_and_nothing_is_sent_any_more() throws Exception {
    try (RawServer server = new RawServer(peer -> peer.read().hang())) {
      Caller caller = new Caller(Kind.VIRTUAL, server.uri("http", "/"));
      server.awaitRequests(1);

      transport.close();

      assertThat(ending(caller.ended().reply())).isEqualTo(new Cancelled(Sent.MAYBE));
      assertThat(send(server.uri("http", "/"), LONG)).isEqualTo(cancelled(Sent.NO));
      server.awaitGone(1);
      assertThat(server.connections()).isEqualTo(1);
    }
  }

  private static URI uri(ServerSocket server) {
    return URI.create("http://127.0.0.1:" + server.getLocalPort() + "/");
  }

  /** Fills a server's queue, so that the system drops whoever asks for a connection. */
  private static List<Socket> fill(ServerSocket full) throws IOException {
    List<Socket> queue = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      Socket socket = new Socket();
      queue.add(socket);
      try {
        socket.connect(full.getLocalSocketAddress(), 200);
      } catch (SocketTimeoutException e) {
        return queue;
      }
    }
    throw new AssertionError("the queue did not fill");
  }

  private static void close(List<Socket> sockets) throws IOException {
    for (Socket each : sockets) {
      each.close();
    }
  }
}
