package dev.holdfast.client.transport;

import static dev.holdfast.client.transport.Wire.CHUNKED;
import static dev.holdfast.client.transport.Wire.head;
import static dev.holdfast.client.transport.Wire.length;
import static dev.holdfast.client.transport.Wire.post;
import static dev.holdfast.client.transport.Wire.script;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.holdfast.client.runtime.Signal;
import dev.holdfast.client.transport.RawServer.Script;
import dev.holdfast.client.transport.Reply.Answer;
import dev.holdfast.client.transport.Reply.Bodiless;
import dev.holdfast.client.transport.Reply.Flaw;
import dev.holdfast.client.transport.Reply.Unanswered;
import dev.holdfast.client.transport.Transport.Request;
import dev.holdfast.core.CallEnding.Refused;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class JdkTransportTest {
  private static final Duration LONG = Duration.ofSeconds(20);
  private static final Duration SHORT = Duration.ofMillis(300);
  private static final int MAX_BODY_BYTES = 100_000;

  private final JdkTransport transport =
      JdkTransport.create(JdkOptions.DEFAULT.maxBodyBytes(MAX_BODY_BYTES));

  @AfterEach
  void close() {
    transport.close();
  }

  static Stream<Arguments> answers() {
    return Stream.of(
        arguments("200", head("200 OK"), 200),
        arguments("a status of 600", head("600 Odd"), 600),
        arguments("no reason phrase", head("204"), 204),
        arguments("a redirect", head("302 Found", "Location: /elsewhere"), 302),
        arguments(
            "a redirect that keeps the method",
            head("307 Temporary Redirect", "Location: /elsewhere"),
            307),
        arguments("401 without a challenge", head("401 Unauthorized"), 401),
        arguments("503", head("503 Busy"), 503),
        arguments(
            "an interim answer first", "HTTP/1.1 100 Continue\r\n\r\n" + head("200 OK"), 200));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("answers")
  void an_answer_counts_with_its_status(String what, String answer, int status) throws IOException {
    try (RawServer server = new RawServer(peer -> peer.read().write(answer).hang())) {
      assertThat(answer(post(server)).status()).isEqualTo(status);

      assertThat(server.requests()).hasSize(1);
      assertThat(server.connections()).isEqualTo(1);
    }
  }

  static Stream<Arguments> bodies() {
    return Stream.of(
        arguments("with its length", length(5) + "12345"),
        arguments("in chunks", CHUNKED + "2\r\n12\r\n3;x=y\r\n345\r\n0\r\n\r\n"),
        arguments("up to the end of the connection", "HTTP/1.1 200 OK\r\n\r\n12345"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("bodies")
  void a_body_comes_whole(String what, String answer) throws IOException {
    try (RawServer server = new RawServer(peer -> peer.read().write(answer))) {
      assertThat(answer(post(server)).body()).asString(UTF_8).isEqualTo("12345");
    }
  }

  @Test
  void an_answer_comes_with_all_its_header_fields_in_any_case() throws IOException {
    String answer = head("429 Slow Down", "Retry-After: 1", "retry-after: soon", "RETRY-AFTER: 7");
    try (RawServer server = new RawServer(peer -> peer.read().write(answer).hang())) {
      Headers headers = answer(post(server)).headers();

      assertThat(headers.all("retry-After")).containsExactly("1", "soon", "7");
      assertThat(headers.first("Retry-after")).hasValue("1");
      assertThat(headers.all("Date")).isEmpty();
    }
  }

  static Stream<Arguments> brokenBodies() {
    return Stream.of(
        script("cut short", peer -> peer.write(length(10) + "12345"), Flaw.BROKEN),
        script("reset", peer -> peer.write(length(10) + "12345").reset(), Flaw.BROKEN),
        script("no last chunk", peer -> peer.write(CHUNKED + "5\r\n12345\r\n"), Flaw.BROKEN),
        script(
            "a chunk of garbage",
            peer -> peer.write(CHUNKED + "zz\r\n12345\r\n").hang(),
            Flaw.GARBLED),
        script(
            "a chunk longer than said",
            peer -> peer.write(CHUNKED + "2\r\n12345\r\n"),
            Flaw.BROKEN),
        script("a length of letters", peer -> peer.write(length("abc")), Flaw.GARBLED),
        script("a length below zero", peer -> peer.write(length("-5")), Flaw.BROKEN),
        script(
            "two lengths",
            peer -> peer.write(length("2\r\nContent-Length: 5") + "12345").hang(),
            Flaw.GARBLED),
        script(
            "a length and chunks",
            peer ->
                peer.write(length("3\r\nTransfer-Encoding: chunked") + "5\r\n12345\r\n0\r\n\r\n")
                    .hang(),
            Flaw.GARBLED),
        script(
            "endless",
            peer -> peer.write(length(1L << 40)).writeForever("x".repeat(8_192)),
            Flaw.TOO_LARGE),
        script(
            "endless chunks",
            peer -> peer.write(CHUNKED).writeForever("400\r\n" + "x".repeat(1_024) + "\r\n"),
            Flaw.TOO_LARGE));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("brokenBodies")
  void the_status_stands_when_the_body_breaks(String what, Script body, Flaw flaw)
      throws IOException {
    try (RawServer server = new RawServer(afterRequest(body))) {
      assertThat(send(post(server), LONG))
          .isInstanceOfSatisfying(Bodiless.class, answer -> assertBodiless(answer, flaw));

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
      assertThat(send(post(server), SHORT))
          .isInstanceOfSatisfying(Bodiless.class, answer -> assertBodiless(answer, Flaw.TIMED_OUT));

      server.awaitGone(1);
      assertThat(server.requests()).hasSize(1);
      assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }
  }

  private static void assertBodiless(Bodiless answer, Flaw flaw) {
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.flaw()).isEqualTo(flaw);
  }

  @Test
  void a_body_within_the_limit_is_read_and_its_connection_used_again() throws IOException {
    String body = "x".repeat(MAX_BODY_BYTES);
    Script twice =
        peer -> peer.read().write(length(body.length()) + body).read().write(length(0)).hang();
    try (RawServer server = new RawServer(twice)) {
      assertThat(answer(post(server)).body()).hasSize(MAX_BODY_BYTES);
      assertThat(answer(post(server)).body()).isEmpty();

      assertThat(server.connections()).isEqualTo(1);
    }
  }

  @Test
  void a_body_one_byte_over_the_limit_costs_the_connection() throws IOException {
    String body = "x".repeat(MAX_BODY_BYTES + 1);
    Script hang = peer -> peer.read().write(length(body.length() + 1) + body).hang();
    try (RawServer server = new RawServer(hang)) {
      assertThat(send(post(server), LONG))
          .isInstanceOfSatisfying(Bodiless.class, answer -> assertBodiless(answer, Flaw.TOO_LARGE));

      server.awaitGone(1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "HEAD", "DELETE", "POST", "PUT", "PATCH"})
  void each_method_is_sent_as_it_is(String method) throws IOException {
    try (RawServer server = new RawServer(peer -> peer.read().write(head("204 None")).hang())) {
      answer(new Request(method, server.uri("http", "/a?b=c"), Map.of("X", "y"), new byte[0]));

      assertThat(server.requests())
          .singleElement()
          .asString()
          .startsWith(method + " /a?b=c HTTP/1.1\r\n")
          .contains("X: y\r\n");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "HEAD"})
  void a_read_without_a_body_says_nothing_of_a_length(String method) throws IOException {
    try (RawServer server = new RawServer(peer -> peer.read().write(head("204 None")).hang())) {
      answer(new Request(method, server.uri("http", "/"), Map.of(), new byte[0]));

      assertThat(server.requests()).singleElement().asString().doesNotContainIgnoringCase("length");
    }
  }

  @Test
  void a_read_may_have_a_body() throws IOException {
    try (RawServer server = new RawServer(peer -> peer.read().write(head("204 None")).hang())) {
      answer(new Request("GET", server.uri("http", "/"), Map.of(), "{}".getBytes(UTF_8)));

      assertThat(server.requests()).singleElement().asString().endsWith("\r\n\r\n{}");
    }
  }

  static Stream<Request> unsendable() {
    String key = "secret\r\nX: y";
    URI uri = URI.create("http://127.0.0.1:1/");
    return Stream.of(
        request("POST", uri, Map.of("Key", key)),
        request("POST", uri, Map.of("Key", "secr\u00e9t")),
        request("POST", uri, Map.of("Key", "secret\u0000")),
        request("POST", uri, Map.of("secret key", "x")),
        request("POST", uri, Map.of("Host", "secret")),
        request("PO ST", uri, Map.of()),
        request("CONNECT", uri, Map.of()),
        request("GET", URI.create("ftp://host/"), Map.of()),
        request("GET", URI.create("/secret"), Map.of()),
        request("GET", URI.create("http://bad_host_label-:80/"), Map.of()),
        request("GET", URI.create("http://127.0.0.1:0/"), Map.of()),
        request("GET", URI.create("http://127.0.0.1:99999/"), Map.of()));
  }

  @ParameterizedTest
  @MethodSource("unsendable")
  void what_http_does_not_allow_is_refused_here_and_shows_nothing(Request request) {
    assertThat(send(request, LONG))
        .isEqualTo(new Unanswered(new Refused(), "java.lang.IllegalArgumentException"));
  }

  @Test
  void a_timeout_of_nothing_is_refused_by_name() {
    Request request = post(URI.create("http://127.0.0.1:1/"));

    assertThatThrownBy(() -> send(request, Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("timeout must be more than 0 s but was 0 s");
  }

  @Test
  void a_timeout_may_be_as_long_as_there_is() throws IOException {
    try (RawServer server = new RawServer(peer -> peer.read().write(length(0)).hang())) {
      assertThat(send(post(server), Duration.ofSeconds(Long.MAX_VALUE))).isInstanceOf(Answer.class);
    }
  }

  @Test
  void a_limit_out_of_its_range_is_refused_by_name() {
    assertThatThrownBy(() -> JdkOptions.DEFAULT.maxBodyBytes(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("maxBodyBytes must be between 1 and 1073741824 but was 0");
    assertThatThrownBy(() -> JdkOptions.DEFAULT.maxBodyBytes((1 << 30) + 1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void a_request_shows_neither_headers_nor_body() {
    Request request =
        new Request(
            "POST", URI.create("http://host/p?key=secret"), Map.of("Key", "secret"), new byte[3]);

    assertThat(request).hasToString("Request[POST, 1 headers, 3 bytes]");
  }

  private Answer answer(Request request) {
    Reply reply = send(request, LONG);
    assertThat(reply).isInstanceOf(Answer.class);
    return (Answer) reply;
  }

  private Reply send(Request request, Duration timeout) {
    return transport.send(request, timeout, Signal.never());
  }

  private static Request request(String method, URI uri, Map<String, String> headers) {
    return new Request(method, uri, headers, new byte[0]);
  }

  private static Script afterRequest(Script body) {
    return peer -> body.play(peer.read());
  }
}
