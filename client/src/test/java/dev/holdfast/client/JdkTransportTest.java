package dev.holdfast.client;

import static dev.holdfast.client.Wire.CHUNKED;
import static dev.holdfast.client.Wire.head;
import static dev.holdfast.client.Wire.length;
import static dev.holdfast.client.Wire.post;
import static dev.holdfast.client.Wire.script;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.holdfast.client.RawServer.Script;
import dev.holdfast.client.Transport.Request;
import dev.holdfast.core.CallEnding;
import dev.holdfast.core.CallEnding.Answered;
import dev.holdfast.core.CallEnding.AnsweredRetryAfter;
import dev.holdfast.core.CallEnding.Refused;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class JdkTransportTest {
  private static final Instant NOW = Instant.parse("2019-06-03T11:00:00Z");
  private static final Duration LONG = Duration.ofSeconds(20);
  private static final Duration SHORT = Duration.ofMillis(300);

  private final JdkTransport transport = new JdkTransport(() -> NOW);

  @AfterEach
  void close() {
    transport.close();
  }

  static Stream<Arguments> answers() {
    return Stream.of(
        arguments("200", head("200 OK"), new Answered(200)),
        arguments("a status of 600", head("600 Odd"), new Answered(600)),
        arguments("no reason phrase", head("204"), new Answered(204)),
        arguments("a redirect", head("302 Found", "Location: /elsewhere"), new Answered(302)),
        arguments(
            "a redirect that keeps the method",
            head("307 Temporary Redirect", "Location: /elsewhere"),
            new Answered(307)),
        arguments("401 without a challenge", head("401 Unauthorized"), new Answered(401)),
        arguments("503", head("503 Busy"), new Answered(503)),
        arguments("503 with seconds", head("503 Busy", "Retry-After: 120"), retryAfter(503, 120)),
        arguments(
            "429 with several lines",
            head("429 Slow Down", "Retry-After: 1", "retry-after: soon", "RETRY-AFTER: 7"),
            retryAfter(429, 7)),
        arguments(
            "a date, by the answer's own clock",
            head(
                "503 Busy",
                "Date: Mon, 03 Jun 2019 08:00:00 GMT",
                "Retry-After: Mon, 03 Jun 2019 08:00:30 GMT"),
            retryAfter(503, 30)),
        arguments(
            "a date, by our clock",
            head("503 Busy", "Retry-After: Mon, 03 Jun 2019 11:02:00 GMT"),
            retryAfter(503, 120)),
        arguments(
            "a wait that can't be read", head("429 No", "Retry-After: soon"), new Answered(429)),
        arguments(
            "an interim answer first",
            "HTTP/1.1 100 Continue\r\n\r\n" + head("200 OK"),
            new Answered(200)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("answers")
  void an_answer_counts_with_its_status_and_the_wait_it_asks_for(
      String what, String answer, CallEnding ending) throws IOException {
    try (RawServer server = new RawServer(peer -> peer.read().write(answer).hang())) {
      assertThat(transport.send(post(server), LONG)).isEqualTo(ending);

      assertThat(server.requests()).hasSize(1);
      assertThat(server.connections()).isEqualTo(1);
    }
  }

  static Stream<Arguments> brokenBodies() {
    return Stream.of(
        script("cut short", peer -> peer.write(length(10) + "12345")),
        script("reset", peer -> peer.write(length(10) + "12345").reset()),
        script("no last chunk", peer -> peer.write(CHUNKED + "5\r\n12345\r\n")),
        script("a chunk of garbage", peer -> peer.write(CHUNKED + "zz\r\n12345\r\n").hang()),
        script("a chunk longer than said", peer -> peer.write(CHUNKED + "2\r\n12345\r\n")),
        script("a length of letters", peer -> peer.write(length("abc"))),
        script("a length below zero", peer -> peer.write(length("-5"))),
        script("endless", peer -> peer.write(length(1L << 40)).writeForever("x".repeat(8_192))),
        script(
            "endless chunks",
            peer -> peer.write(CHUNKED).writeForever("400\r\n" + "x".repeat(1_024) + "\r\n")));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("brokenBodies")
  void the_status_stands_when_the_body_breaks(String what, Script body) throws IOException {
    try (RawServer server = new RawServer(afterRequest(body))) {
      assertThat(transport.send(post(server), LONG)).isEqualTo(new Answered(200));

      assertThat(server.requests()).hasSize(1);
      assertThat(server.connections()).isEqualTo(1);
    }
  }

  static Stream<Arguments> slowBodies() {
    return Stream.of(
        script("stalls at once", peer -> peer.write(length(10)).hang()),
        script("stalls in a chunk", peer -> peer.write(CHUNKED + "5\r\n123").hang()),
        script("drips", peer -> peer.write(length(1_000)).drip("x", 20)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("slowBodies")
  void the_timeout_covers_the_body_and_the_status_stands(String what, Script body)
      throws IOException {
    try (RawServer server = new RawServer(afterRequest(body))) {
      assertThat(transport.send(post(server), SHORT)).isEqualTo(new Answered(200));

      server.awaitGone(1);
      assertThat(server.requests()).hasSize(1);
    }
  }

  @Test
  void a_body_within_the_limit_is_read_off_and_its_connection_used_again() throws IOException {
    String body = "x".repeat((int) Discard.BYTES_MAX);
    Script twice =
        peer -> peer.read().write(length(body.length()) + body).read().write(length(0)).hang();
    try (RawServer server = new RawServer(twice)) {
      assertThat(transport.send(post(server), LONG)).isEqualTo(new Answered(200));
      assertThat(transport.send(post(server), LONG)).isEqualTo(new Answered(200));

      assertThat(server.connections()).isEqualTo(1);
    }
  }

  @Test
  void a_body_one_byte_over_the_limit_costs_the_connection() throws IOException {
    String body = "x".repeat((int) Discard.BYTES_MAX + 1);
    Script hang = peer -> peer.read().write(length(body.length() + 1) + body).hang();
    try (RawServer server = new RawServer(hang)) {
      assertThat(transport.send(post(server), LONG)).isEqualTo(new Answered(200));

      server.awaitGone(1);
    }
  }

  @Test
  void a_header_that_http_does_not_allow_is_refused_here() throws IOException {
    try (RawServer server = new RawServer(peer -> {})) {
      URI uri = server.uri("http", "/");
      Request request = new Request("POST", uri, Map.of("Key", "secret\r\nX: y"), new byte[0]);

      assertThat(transport.send(request, LONG)).isEqualTo(new Refused());
      assertThat(server.connections()).isZero();
    }
  }

  @Test
  void a_timeout_of_nothing_is_refused_by_name() {
    Request request = post(URI.create("http://127.0.0.1:1/"));

    assertThatThrownBy(() -> transport.send(request, Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("timeout must be more than 0 s but was 0 s");
  }

  @Test
  void a_request_shows_neither_headers_nor_body() {
    Request request =
        new Request(
            "POST", URI.create("http://host/p?key=secret"), Map.of("Key", "secret"), new byte[3]);

    assertThat(request).hasToString("Request[POST to host, 1 headers, 3 bytes]");
  }

  private static Script afterRequest(Script body) {
    return peer -> body.play(peer.read());
  }

  private static CallEnding retryAfter(int status, int seconds) {
    return new AnsweredRetryAfter(status, Duration.ofSeconds(seconds));
  }
}
