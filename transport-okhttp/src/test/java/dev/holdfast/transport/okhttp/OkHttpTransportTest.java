package dev.holdfast.transport.okhttp;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.holdfast.client.runtime.Signal;
import dev.holdfast.client.transport.RawPeer;
import dev.holdfast.client.transport.RawServer;
import dev.holdfast.client.transport.RawServer.Script;
import dev.holdfast.client.transport.Reply;
import dev.holdfast.client.transport.Reply.Answer;
import dev.holdfast.client.transport.Reply.Bodiless;
import dev.holdfast.client.transport.Reply.Flaw;
import dev.holdfast.client.transport.Reply.Unanswered;
import dev.holdfast.client.transport.Transport.Request;
import dev.holdfast.core.CallEnding;
import dev.holdfast.core.CallEnding.Broken;
import dev.holdfast.core.CallEnding.NeverLeft;
import dev.holdfast.core.CallEnding.Refused;
import dev.holdfast.core.CallEnding.TimedOut;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class OkHttpTransportTest {
  private static final Duration LONG = Duration.ofSeconds(20);
  private static final Duration SHORT = Duration.ofMillis(300);
  private static final int BODY_MAX = 100_000;

  private final OkHttpTransport transport =
      OkHttpTransport.create(OkHttpOptions.defaults().maxBodyBytes(BODY_MAX));

  @AfterEach
  void close() {
    transport.close();
  }

  private static Request request(String method, RawServer server) {
    byte[] body = method.equals("POST") ? "{}".getBytes(UTF_8) : new byte[0];
    return new Request(method, server.uri("http", "/items?q=1"), Map.of("Key", "k1"), body);
  }

  private Reply send(String method, RawServer server, Duration timeout) {
    return transport.send(request(method, server), timeout, Signal.create());
  }

  private static String answer(String status, String body, String... fields) {
    return "HTTP/1.1 %s\r\nContent-Length: %d\r\n%s\r\n%s"
        .formatted(
            status,
            body.length(),
            Stream.of(fields).map(field -> field + "\r\n").reduce("", String::concat),
            body);
  }

  private static Script always(String answer) {
    return peer -> {
      while (true) {
        peer.read().write(answer);
      }
    };
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "POST"})
  void an_answer_comes_with_status_fields_and_body(String method) throws IOException {
    Script script = always(answer("201 Made", "{\"a\":1}", "X-A: 1", "x-a: 2"));
    try (RawServer server = new RawServer(script)) {
      assertThat(send(method, server, LONG))
          .isInstanceOfSatisfying(
              Answer.class,
              answer -> {
                assertThat(answer.status()).isEqualTo(201);
                assertThat(answer.headers().all("X-a")).containsExactly("1", "2");
                assertThat(answer.headers().all("y")).isEmpty();
                assertThat(answer.body()).asString(UTF_8).isEqualTo("{\"a\":1}");
              });

      assertThat(server.requests())
          .singleElement()
          .asString()
          .startsWith(method + " /items?q=1 HTTP/1.1\r\n")
          .contains("Key: k1\r\n", "Accept-Encoding: gzip\r\n")
          .endsWith(method.equals("POST") ? "\r\n\r\n{}" : "\r\n\r\n");
    }
  }

  static Stream<String> whatOkHttpWouldDoMoreFor() {
    return Stream.of(
        answer("301 Moved", "", "Location: /elsewhere"),
        answer("307 Moved", "", "Location: /elsewhere"),
        answer("401 Who", "", "WWW-Authenticate: Basic realm=x"),
        answer("407 Who", "", "Proxy-Authenticate: Basic realm=x"),
        answer("408 Slow", ""),
        answer("408 Slow", "", "Connection: close"),
        answer("421 Lost", ""),
        answer("503 Busy", "", "Retry-After: 0"),
        answer("503 Busy", "", "Retry-After: 99999999999999999999"),
        answer("503 Busy", "", "Set-Cookie: a=b"));
  }

  @ParameterizedTest
  @MethodSource("whatOkHttpWouldDoMoreFor")
  void an_answer_is_passed_on_and_nothing_is_sent_again(String answer) throws IOException {
    for (String method : new String[] {"GET", "POST"}) {
      try (RawServer server = new RawServer(always(answer))) {
        assertThat(send(method, server, LONG))
            .isInstanceOfSatisfying(
                Answer.class, each -> assertThat(answer).startsWith("HTTP/1.1 " + each.status()));

        assertThat(server.requests()).hasSize(1);
      }
    }
  }

  static Stream<Arguments> failures() {
    return Stream.of(
        arguments("closes", (Script) RawPeer::read, new Broken()),
        arguments("resets", (Script) peer -> peer.read().reset(), new Broken()),
        arguments("closes at once", (Script) peer -> {}, new Broken()),
        arguments("hangs", (Script) peer -> peer.read().hang(), new TimedOut()),
        arguments("garbage", (Script) peer -> peer.read().write("what?\r\n\r\n"), new Broken()),
        arguments("099", always(answer("099 Odd", "")), new Broken()),
        arguments("101", always("HTTP/1.1 101 Go\r\n\r\n"), new Broken()),
        arguments("1000", always(answer("1000 Odd", "")), new Broken()),
        arguments(
            "endless head",
            (Script)
                peer ->
                    peer.read()
                        .write("HTTP/1.1 200 OK\r\n")
                        .writeForever("a: " + "b".repeat(8_000) + "\r\n"),
            new Broken()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("failures")
  void a_request_that_may_have_arrived_is_sent_once(String what, Script script, CallEnding ending)
      throws IOException {
    for (String method : new String[] {"GET", "POST"}) {
      try (RawServer server = new RawServer(script)) {
        assertThat(send(method, server, SHORT))
            .isInstanceOfSatisfying(
                Unanswered.class, each -> assertThat(each.ending()).isEqualTo(ending));

        assertThat(server.connections()).isEqualTo(1);
      }
    }
  }

  static Stream<Arguments> flaws() {
    String gzip = "Content-Encoding: gzip";
    return Stream.of(
        arguments(Flaw.BROKEN, "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n12345"),
        arguments(
            Flaw.BROKEN, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n12345\r\n"),
        arguments(Flaw.GARBLED, "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n12345"),
        arguments(Flaw.GARBLED, "HTTP/1.1 200 OK\r\nContent-Length: abc\r\n\r\n12345"),
        arguments(Flaw.GARBLED, answer("200 OK", "12345", "Content-Length: 2")),
        arguments(Flaw.GARBLED, answer("204 None", "12345")),
        arguments(Flaw.GARBLED, answer("200 OK", "12345", gzip)),
        arguments(Flaw.GARBLED, answer("500 No", gzipped("12345").substring(0, 20), gzip)),
        arguments(Flaw.GARBLED, answer("200 OK", "12345", "Content-Encoding: br")),
        arguments(Flaw.TOO_LARGE, answer("200 OK", "x".repeat(BODY_MAX + 1))),
        arguments(Flaw.TOO_LARGE, "HTTP/1.1 200 OK\r\n\r\n" + "x".repeat(BODY_MAX + 1)),
        arguments(Flaw.TOO_LARGE, answer("200 OK", gzipped("x".repeat(BODY_MAX + 1)), gzip)));
  }

  @ParameterizedTest
  @MethodSource("flaws")
  void a_body_that_is_not_there_is_told_with_its_status(Flaw flaw, String answer)
      throws IOException {
    try (RawServer server = new RawServer(peer -> peer.read().write(answer))) {
      assertThat(send("GET", server, LONG))
          .isInstanceOfSatisfying(
              Bodiless.class,
              each -> {
                assertThat(each.flaw()).isEqualTo(flaw);
                assertThat(answer).startsWith("HTTP/1.1 " + each.status());
              });
      assertThat(server.requests()).hasSize(1);
    }
  }

  @Test
  void a_body_that_stalls_times_out_with_its_status() throws IOException {
    Script stall = peer -> peer.read().write(answer("200 OK", "1").substring(0, 38)).hang();
    try (RawServer server = new RawServer(stall)) {
      assertThat(send("GET", server, SHORT))
          .isInstanceOfSatisfying(
              Bodiless.class, each -> assertThat(each.flaw()).isEqualTo(Flaw.TIMED_OUT));

      server.awaitGone(1);
    }
  }

  @Test
  void bodies_of_the_limit_are_read_plain_and_gzipped() throws IOException {
    String body = random(BODY_MAX);
    for (String answer :
        new String[] {
          answer("200 OK", body), answer("404 No", gzipped(body), "Content-Encoding: x-gzip")
        }) {
      try (RawServer server = new RawServer(always(answer))) {
        assertThat(send("GET", server, LONG))
            .isInstanceOfSatisfying(
                Answer.class, each -> assertThat(each.body()).hasSize(BODY_MAX));
      }
    }
  }

  @Test
  void a_304_that_tells_a_length_is_not_waited_for() throws IOException {
    String answer = "HTTP/1.1 304 Same\r\nContent-Length: 5\r\n\r\n";
    try (RawServer server = new RawServer(peer -> peer.read().write(answer).hang())) {
      assertThat(send("GET", server, LONG)).isInstanceOf(Answer.class);

      server.awaitGone(1);
    }
  }

  @Test
  void a_kept_connection_is_used_again() throws IOException {
    try (RawServer server = new RawServer(always(answer("200 OK", "1")))) {
      for (int i = 0; i < 3; i++) {
        assertThat(send("POST", server, LONG)).isInstanceOf(Answer.class);
      }
      assertThat(server.connections()).isEqualTo(1);
    }
  }

  @Test
  void a_kept_connection_that_the_server_closed_or_spoke_on_is_not_used() throws Exception {
    for (String more : new String[] {"", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"}) {
      try (RawServer server =
          new RawServer(peer -> {
            peer.read().write(answer("200 OK", "1"));
            peer.read().write(more);
          })) {
        assertThat(send("POST", server, LONG)).isInstanceOf(Answer.class);
      }
    }
  }

  @Test
  void what_was_never_reached_never_left() throws IOException {
    URI closed;
    try (ServerSocket listener = new ServerSocket(0)) {
      closed = URI.create("http://127.0.0.1:" + listener.getLocalPort() + "/");
    }

    for (Request request :
        new Request[] {
          new Request("POST", closed, Map.of(), new byte[0]),
          new Request("GET", closed, Map.of(), new byte[0]),
          new Request("GET", URI.create("http://nowhere.invalid/"), Map.of(), new byte[0])
        }) {
      assertThat(transport.send(request, LONG, Signal.create()))
          .isInstanceOfSatisfying(
              Unanswered.class, each -> assertThat(each.ending()).isEqualTo(new NeverLeft()));
    }
  }

  static Stream<Arguments> refused() {
    URI uri = URI.create("http://127.0.0.1:1/");
    return Stream.of(
        arguments(uri, Map.of("Key", "secret\r\nX: y")),
        arguments(uri, Map.of("Key", "sécret")),
        arguments(uri, Map.of("K y", "secret")),
        arguments(uri, Map.of("content-length", "5")),
        arguments(uri, Map.of("HOST", "secret")),
        arguments(URI.create("http://127.0.0.1:0/secret"), Map.of()),
        arguments(URI.create("http://127.0.0.1:99999/secret"), Map.of()),
        arguments(URI.create("http://-bad_host/secret"), Map.of()),
        arguments(URI.create("ftp://host/secret"), Map.of()),
        arguments(URI.create("/secret"), Map.of()));
  }

  @ParameterizedTest
  @MethodSource("refused")
  void what_is_no_request_is_refused_here(URI uri, Map<String, String> fields) {
    Reply reply =
        transport.send(new Request("GET", uri, fields, new byte[0]), LONG, Signal.create());

    assertThat(reply)
        .isEqualTo(new Unanswered(new Refused(), "java.lang.IllegalArgumentException"));
  }

  @Test
  void a_timeout_of_nothing_is_refused_by_name() {
    Request request = new Request("GET", URI.create("http://127.0.0.1:1/"), Map.of(), new byte[0]);

    assertThatThrownBy(() -> transport.send(request, Duration.ZERO, Signal.create()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("timeout must be more than 0 s but was 0 s");
  }

  /** Text that gzip makes little of. */
  private static String random(int length) {
    return new java.util.Random(1)
        .ints(length, 'a', 'z')
        .mapToObj(Character::toString)
        .collect(Collectors.joining());
  }

  private static String gzipped(String text) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(text.getBytes(ISO_8859_1));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return bytes.toString(ISO_8859_1);
  }
}
