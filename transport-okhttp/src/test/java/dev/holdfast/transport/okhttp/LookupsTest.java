package dev.holdfast.transport.okhttp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.client.runtime.Signal;
import dev.holdfast.client.transport.RawServer;
import dev.holdfast.client.transport.Reply;
import dev.holdfast.client.transport.Reply.Answer;
import dev.holdfast.client.transport.Reply.Unanswered;
import dev.holdfast.client.transport.Transport.Request;
import dev.holdfast.core.CallEnding;
import dev.holdfast.core.CallEnding.Cancelled;
import dev.holdfast.core.CallEnding.NeverLeft;
import dev.holdfast.core.CallEnding.Refused;
import dev.holdfast.core.CallEnding.Sent;
import java.net.InetAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import okhttp3.Dns;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LookupsTest {
  private static final Duration LONG = Duration.ofSeconds(20);
  private static final Duration SHORT = Duration.ofMillis(200);

  private final CountDownLatch asked = new CountDownLatch(1);
  private final CountDownLatch over = new CountDownLatch(1);
  private final Signal signal = Signal.create();

  @AfterEach
  void let_go() {
    over.countDown();
  }

  private List<InetAddress> hang(String name) {
    asked.countDown();
    try {
      over.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    return List.of();
  }

  private static OkHttpTransport transport(Dns dns) {
    return OkHttpTransport.create(
        OkHttpOptions.defaults().client(new OkHttpClient.Builder().dns(dns).build()));
  }

  private Reply send(OkHttpTransport transport, int port, Duration timeout) {
    URI uri = URI.create("http://provider.example:" + port + "/");
    return transport.send(new Request("GET", uri, Map.of(), new byte[0]), timeout, signal);
  }

  private static CallEnding ending(Reply reply) {
    assertThat(reply).isInstanceOf(Unanswered.class);
    return ((Unanswered) reply).ending();
  }

  @Test
  void a_name_is_looked_up_as_the_client_does() throws Exception {
    try (RawServer server = new RawServer(peer -> peer.read().write("HTTP/1.1 200 OK\r\n\r\n"));
        OkHttpTransport transport = transport(name -> List.of(InetAddress.getLoopbackAddress()))) {
      assertThat(send(transport, server.port(), LONG)).isInstanceOf(Answer.class);
    }
  }

  @Test
  void the_timeout_covers_the_look_up() {
    try (OkHttpTransport transport = transport(this::hang)) {
      assertThat(ending(send(transport, 80, SHORT))).isEqualTo(new NeverLeft());
    }
  }

  @Test
  void a_signal_cuts_the_look_up() throws Exception {
    try (OkHttpTransport transport = transport(this::hang)) {
      CompletableFuture<Reply> reply =
          CompletableFuture.supplyAsync(() -> send(transport, 80, LONG));
      asked.await();

      signal.fire();

      assertThat(ending(reply.get(10, TimeUnit.SECONDS))).isEqualTo(new Cancelled(Sent.NO));
    }
  }

  @Test
  void an_interrupt_cuts_the_look_up_and_stays_set() throws Exception {
    try (OkHttpTransport transport = transport(this::hang)) {
      CompletableFuture<Reply> reply = new CompletableFuture<>();
      Thread caller =
          Thread.ofPlatform()
              .daemon()
              .start(() -> {
                Reply got = send(transport, 80, LONG);
                assertThat(Thread.currentThread().isInterrupted()).isTrue();
                reply.complete(got);
              });
      asked.await();

      caller.interrupt();

      assertThat(ending(reply.get(10, TimeUnit.SECONDS))).isEqualTo(new Cancelled(Sent.NO));
    }
  }

  @Test
  void closing_cuts_the_look_up() throws Exception {
    OkHttpTransport transport = transport(this::hang);
    CompletableFuture<Reply> reply = CompletableFuture.supplyAsync(() -> send(transport, 80, LONG));
    asked.await();

    transport.close();

    assertThat(ending(reply.get(10, TimeUnit.SECONDS))).isEqualTo(new Cancelled(Sent.NO));
  }

  @Test
  void a_look_up_that_denies_an_address_refuses_the_request() {
    Dns guard =
        name -> {
          throw new SecurityException("denied");
        };
    try (OkHttpTransport transport = transport(guard)) {
      assertThat(ending(send(transport, 80, LONG))).isEqualTo(new Refused());
    }
  }
}
