package dev.holdfast.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PostTest {
  private static final int SECONDS = 20;

  private record Posted(String method, String path, String type, String key, String body) {}

  private final BlockingQueue<Posted> posted = new LinkedBlockingQueue<>();
  private final CountDownLatch answer = new CountDownLatch(1);

  @SuppressWarnings("NullAway.Init") // Started before each test.
  private HttpServer provider;

  @SuppressWarnings("NullAway.Init") // Started before each test.
  private RunningServer server;

  @BeforeEach
  void start(@TempDir Path folder) throws Exception {
    provider = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    provider.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    provider.createContext("/", this::receive);
    provider.start();
    server =
        new RunningServer(
            folder,
            """
            connections: { payments: { url: "http://127.0.0.1:%d" } }
            subscribers: { a: { on: A, post: /a?b=c, connection: payments } }
            engine: { concurrency: 1, poll: 20ms, tick: 50ms }
            """
                .formatted(provider.getAddress().getPort()));
  }

  @AfterEach
  void stop() {
    answer.countDown();
    server.close();
    provider.stop(0);
  }

  private void receive(HttpExchange exchange) throws IOException {
    try (exchange) {
      String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
      posted.add(
          new Posted(
              exchange.getRequestMethod(),
              exchange.getRequestURI().toString(),
              String.join(", ", exchange.getRequestHeaders().get("Content-Type")),
              String.join(", ", exchange.getRequestHeaders().get("Idempotency-Key")),
              body));
      assertThat(answer.await(SECONDS, TimeUnit.SECONDS)).isTrue();
      exchange.sendResponseHeaders(204, -1);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void a_delivery_is_posted_as_json_under_its_id() throws Exception {
    server.http().post("{\"type\": \"A\", \"payload\": {\"a\" : 1.0e5}}");
    Posted first = posted.poll(SECONDS, TimeUnit.SECONDS);

    assertThat(first)
        .isEqualTo(
            new Posted(
                "POST",
                "/a?b=c",
                "application/json",
                server.ask("SELECT id FROM holdfast_delivery").getFirst(),
                "{\"a\" : 1.0e5}"));
  }

  @Test
  void stopping_waits_for_a_slow_answer_and_claims_nothing_more() throws Exception {
    server.http().post("{\"type\": \"A\", \"payload\": 1}");
    server.http().post("{\"type\": \"A\", \"payload\": 2}");
    assertThat(posted.poll(SECONDS, TimeUnit.SECONDS)).isNotNull();

    Thread stopping = Thread.ofVirtual().start(server::close);
    assertThat(stopping.join(Duration.ofMillis(300))).isFalse();
    answer.countDown();

    assertThat(stopping.join(Duration.ofSeconds(SECONDS))).isTrue();
    assertThat(posted).isEmpty();
    assertThat(server.ask("SELECT state FROM holdfast_delivery ORDER BY id"))
        .isEqualTo(List.of("succeeded", "pending"));
  }

  @Test
  void emitting_beside_a_server_is_seen_by_it() throws Exception {
    answer.countDown();
    try (Emitter emitter = Emitter.open(server.server().config())) {
      emitter.emit("A", "3".getBytes(UTF_8), Optional.empty());
    }

    assertThat(posted.poll(SECONDS, TimeUnit.SECONDS)).extracting(Posted::body).isEqualTo("3");
  }
}
