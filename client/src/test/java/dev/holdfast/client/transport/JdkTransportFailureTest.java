package dev.holdfast.client.transport;

import static dev.holdfast.client.transport.Wire.ending;
import static dev.holdfast.client.transport.Wire.head;
import static dev.holdfast.client.transport.Wire.length;
import static dev.holdfast.client.transport.Wire.post;
import static dev.holdfast.client.transport.Wire.script;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.client.transport.RawServer.Script;
import dev.holdfast.client.transport.Transport.Request;
import dev.holdfast.core.CallEnding.Answered;
import dev.holdfast.core.CallEnding.Broken;
import dev.holdfast.core.CallEnding.NeverLeft;
import dev.holdfast.core.CallEnding.TimedOut;
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

class JdkTransportFailureTest {
  private static final Duration LONG = Duration.ofSeconds(20);
  private static final Duration SHORT = Duration.ofMillis(300);

  private final JdkTransport transport = JdkTransport.create();

  @AfterEach
  void close() {
    transport.close();
  }

  static Stream<Arguments> breaks() {
    return Stream.of(
        script("reads the request and closes", RawPeer::read),
        script("reads the request and resets", peer -> peer.read().reset()),
        script(
            "reads the request, closes, and listens no more", peer -> peer.read().stopListening()),
        script("answers garbage", peer -> peer.read().write("what?\r\n\r\n")),
        script("answers half a status line", peer -> peer.read().write("HTTP/1.1 2")),
        script("answers a status of letters", peer -> peer.read().write(head("abc"))),
        script("answers a status of 1000", peer -> peer.read().write(head("1000 Odd"))),
        script(
            "answers half the headers", peer -> peer.read().write("HTTP/1.1 200 OK\r\nServer: x")),
        script(
            "never ends its headers",
            peer -> peer.read().write("HTTP/1.1 200 OK\r\n").writeForever("a: b\r\n")),
        script(
            "changes protocols unasked",
            peer -> peer.read().write("HTTP/1.1 101 Go\r\n\r\n").hang()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("breaks")
  void a_provider_that_breaks_off_may_have_had_the_request(String what, Script script)
      throws IOException {
    try (RawServer server = new RawServer(script)) {
      assertThat(ending(transport, post(server), LONG)).isEqualTo(new Broken());

      assertThat(server.requests()).hasSize(1);
      assertThat(server.connections()).isEqualTo(1);
    }
  }

  static Stream<Arguments> earlyBreaks() {
    return Stream.of(
        script("closes at once", peer -> {}),
        script("reads ten bytes and resets", peer -> peer.read(10).reset()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("earlyBreaks")
  void a_provider_that_breaks_off_before_reading_may_have_had_the_request(
      String what, Script script) throws IOException {
    try (RawServer server = new RawServer(script)) {
      assertThat(ending(transport, post(server), LONG)).isEqualTo(new Broken());
    }
  }

  @Test
  void a_provider_that_never_answers_times_out() throws IOException {
    try (RawServer server = new RawServer(peer -> peer.read().hang())) {
      assertThat(ending(transport, post(server), SHORT)).isEqualTo(new TimedOut());

      server.awaitGone(1);
      assertThat(server.requests()).hasSize(1);
    }
  }

  @Test
  void headers_that_drip_time_out() throws IOException {
    Script drip = peer -> peer.read().write("HTTP/1.1 200 OK\r\n").drip("a: b\r\n", 20);
    try (RawServer server = new RawServer(drip)) {
      assertThat(ending(transport, post(server), SHORT)).isEqualTo(new TimedOut());

      server.awaitGone(1);
      assertThat(server.requests()).hasSize(1);
    }
  }

  @Test
  void a_kept_connection_that_the_provider_closes_on_the_next_request_breaks_it_once()
      throws IOException {
    Script once = peer -> peer.read().write(length(0)).read();
    try (RawServer server = new RawServer(once)) {
      assertThat(ending(transport, post(server), LONG)).isEqualTo(new Answered(200));
      assertThat(ending(transport, post(server), LONG)).isEqualTo(new Broken());

      assertThat(server.requests()).hasSize(2);
    }
  }

  @Test
  void a_closed_port_was_never_reached() throws IOException {
    Request request;
    try (RawServer server = new RawServer(peer -> {})) {
      request = post(server);
    }

    assertThat(ending(transport, request, LONG)).isEqualTo(new NeverLeft());
  }

  @Test
  void an_unknown_host_was_never_reached() {
    assertThat(ending(transport, post(URI.create("http://nowhere.invalid/")), LONG))
        .isEqualTo(new NeverLeft());
  }

  @Test
  void a_connection_that_is_not_made_in_time_never_left() throws IOException {
    try (FullServer full = new FullServer()) {
      assertThat(ending(transport, post(full.uri("http")), SHORT)).isEqualTo(new NeverLeft());
    }
  }

  @Test
  void plain_text_where_tls_was_expected_never_left() throws IOException {
    try (RawServer server = new RawServer(peer -> peer.read(5).write("HTTP/1.1 400 Bad\r\n\r\n"))) {
      assertThat(ending(transport, post(server.uri("https", "/")), LONG))
          .isEqualTo(new NeverLeft());
    }
  }

  static Stream<Arguments> handshakes() {
    return Stream.of(
        script("closes", peer -> peer.read(5)),
        script("resets", peer -> peer.read(5).reset()),
        script("says handshake_failure", peer -> peer.read(5).write("\25\3\3\0\2\2\50").hang()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("handshakes")
  void a_failed_handshake_never_left(String what, Script script) throws IOException {
    try (RawServer server = new RawServer(script)) {
      assertThat(ending(transport, post(server.uri("https", "/")), LONG))
          .isEqualTo(new NeverLeft());
    }
  }

  @Test
  void a_handshake_without_a_word_in_time_never_left() throws IOException {
    try (RawServer server = new RawServer(RawPeer::hang)) {
      assertThat(ending(transport, post(server.uri("https", "/")), SHORT))
          .isEqualTo(new NeverLeft());

      server.awaitGone(1);
    }
  }

  @Test
  void a_get_is_sent_twice_by_the_client_so_a_refusal_proves_nothing() throws IOException {
    try (RawServer server = new RawServer(peer -> peer.read().stopListening())) {
      Request get = new Request("GET", server.uri("http", "/"), Map.of(), new byte[0]);

      assertThat(ending(transport, get, LONG)).isEqualTo(new Broken());
    }
  }
}
