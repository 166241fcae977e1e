package dev.holdfast.cli.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ExampleProviderTest {
  private static final Clock NOON =
      Clock.fixed(Instant.parse("2019-06-03T12:00:00Z"), ZoneOffset.UTC);
  private static final List<Phase> SCRIPT = Script.parse("ok 5s, refuse 10s, hang 10s, fail 1s");

  private final ManualTimer timer = new ManualTimer();
  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
  private final ExampleProvider provider = new ExampleProvider(SCRIPT, NOON, timer, lines::add);
  private final HttpClient client = HttpClient.newHttpClient();

  @AfterEach
  void close() {
    provider.close();
    client.shutdownNow();
  }

  @Test
  void each_phase_behaves_as_its_word_says() throws Exception {
    provider.start(0);
    assertThat(post("k1").statusCode()).isEqualTo(200);
    assertThat(post("k1").body()).isEqualTo("{}");

    provider.enter(Phase.of(Behaviour.FAIL));
    assertThat(post("k2").statusCode()).isEqualTo(503);

    provider.enter(Phase.of(Behaviour.LIMIT));
    HttpResponse<String> limited = post("k3");
    assertThat(limited.statusCode()).isEqualTo(429);
    assertThat(limited.headers().firstValue("Retry-After")).contains("1");

    provider.enter(Phase.of(Behaviour.REFUSE));
    assertThatThrownBy(() -> post("k4")).isInstanceOf(ConnectException.class);

    provider.enter(Phase.of(Behaviour.OK));
    assertThat(post("k1").statusCode()).isEqualTo(200);

    assertThat(provider.received())
        .extracting(Received::number, Received::answer, each -> each.key().orElseThrow())
        .containsExactly(
            tuple(1, Behaviour.OK, "k1"),
            tuple(2, Behaviour.OK, "k1"),
            tuple(3, Behaviour.FAIL, "k2"),
            tuple(4, Behaviour.LIMIT, "k3"),
            tuple(5, Behaviour.OK, "k1"));
    assertThat(provider.received().getLast().repeatOf()).contains(1);
    assertThat(provider.received().getLast().body()).isEqualTo("{\"id\": 42}");
  }

  @Test
  void each_phase_and_request_is_one_line_and_the_summary_comes_once() throws Exception {
    provider.start(0);
    post("k1");
    post("k1");
    provider.close();
    provider.close();
    provider.enter(Phase.of(Behaviour.OK));

    assertThat(lines)
        .containsExactly(
            "12:00:00.000 phase ok for 5 s",
            "12:00:00.000 #1 200 POST /payments key k1 {\"id\": 42}",
            "12:00:00.000 #2 200 POST /payments key k1 {\"id\": 42} repeat of #1",
            "12:00:00.000 requests received: 2, distinct keys answered: 1, repeats: 1");
    provider.awaitClosed();
  }

  @Test
  void a_request_left_hanging_is_closed_without_an_answer_when_the_phase_ends() throws Exception {
    provider.start(0);
    provider.enter(Phase.of(Behaviour.HANG));
    CompletableFuture<HttpResponse<String>> hanging =
        client.sendAsync(request("k1"), BodyHandlers.ofString());
    awaitLine("#1 no answer");
    assertThat(hanging).isNotDone();

    provider.enter(Phase.of(Behaviour.OK));

    assertThat(hanging).failsWithin(Duration.ofSeconds(10));
    assertThat(post("k1").statusCode()).isEqualTo(200);
    assertThat(provider.received().getLast().repeatOf()).isEmpty();
  }

  @Test
  void closing_ends_what_hangs_and_frees_the_port() throws Exception {
    provider.start(0);
    provider.enter(Phase.of(Behaviour.HANG));
    CompletableFuture<HttpResponse<String>> hanging =
        client.sendAsync(request("k1"), BodyHandlers.ofString());
    awaitLine("#1 no answer");

    provider.close();

    assertThat(hanging).failsWithin(Duration.ofSeconds(10));
    new ServerSocket(provider.port(), 1, InetAddress.getLoopbackAddress()).close();
  }

  @Test
  void the_timer_leads_through_the_script_and_round_again() throws Exception {
    provider.start(0);
    for (int i = 0; i < 4; i++) {
      timer.ring(i);
    }

    assertThat(timer.delays)
        .containsExactly(
            Duration.ofSeconds(5),
            Duration.ofSeconds(10),
            Duration.ofSeconds(10),
            Duration.ofSeconds(1),
            Duration.ofSeconds(5));
    assertThat(post("k1").statusCode()).isEqualTo(200);
  }

  @Test
  void a_timer_that_rings_after_its_phase_was_left_changes_nothing() throws Exception {
    provider.start(0);
    provider.enter(new Phase(Behaviour.FAIL, Optional.of(Duration.ofSeconds(3))));

    timer.ring(0);
    assertThat(post("k1").statusCode()).isEqualTo(503);

    timer.ring(1);
    assertThatThrownBy(() -> post("k1")).isInstanceOf(ConnectException.class);
  }

  @Test
  void a_script_may_begin_with_refusing() throws Exception {
    try (ExampleProvider refusing =
        new ExampleProvider(Script.parse("refuse 1s, ok"), NOON, timer, lines::add)) {
      refusing.start(0);

      assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), refusing.port()))
          .isInstanceOf(ConnectException.class);
      timer.ring(0);
      new Socket(InetAddress.getLoopbackAddress(), refusing.port()).close();
    }
  }

  @Test
  void a_port_taken_by_another_meanwhile_ends_the_provider() throws Exception {
    provider.start(0);
    timer.ring(0);
    try (ServerSocket other =
        new ServerSocket(provider.port(), 1, InetAddress.getLoopbackAddress())) {
      timer.ring(1);

      assertThatThrownBy(provider::awaitClosed).isInstanceOf(IOException.class);
      assertThat(other.isBound()).isTrue();
    }
  }

  @Test
  void a_script_without_a_phase_is_refused() {
    assertThatThrownBy(() -> new ExampleProvider(List.of(), NOON, timer, lines::add))
        .hasMessage("script must have at least one phase but had none");
  }

  private HttpResponse<String> post(String key) throws IOException, InterruptedException {
    return client.send(request(key), BodyHandlers.ofString());
  }

  private HttpRequest request(String key) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + provider.port() + "/payments"))
        .timeout(Duration.ofSeconds(20))
        .header("Idempotency-Key", key)
        .POST(BodyPublishers.ofString("{\"id\": 42}"))
        .build();
  }

  private void awaitLine(String part) throws InterruptedException {
    String line;
    do {
      line = lines.poll(10, TimeUnit.SECONDS);
      assertThat(line).as("a line with " + part).isNotNull();
    } while (!line.contains(part));
  }
}
