package dev.holdfast.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.client.Transport.Request;
import dev.holdfast.core.CallEnding;
import dev.holdfast.core.CallEnding.Answered;
import dev.holdfast.core.CallEnding.Broken;
import dev.holdfast.core.CallEnding.Capped;
import dev.holdfast.core.CallEnding.Refused;
import dev.holdfast.core.CallScope;
import dev.holdfast.core.OperationKind;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpCallsTest {
  private static final byte[] BODY = "{\"id\": 42}".getBytes(UTF_8);
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final List<String> log = new ArrayList<>();
  private final List<Request> sent = new ArrayList<>();
  private Duration left = Duration.ofHours(1);

  private final CallScope scope =
      new CallScope() {
        @Override
        public Duration timeLeft() {
          return left;
        }

        @Override
        public void starting(OperationKind operation) {
          log.add("starting " + operation);
        }

        @Override
        public void ended(OperationKind operation, CallEnding ending) {
          log.add("ended " + operation + " " + ending);
        }
      };

  private final Transport transport =
      (request, timeout) -> {
        sent.add(request);
        log.add("sent within " + timeout.toMillis());
        return new Answered(200);
      };

  @Test
  void a_post_carries_the_body_and_the_key_and_tells_the_attempt_before_and_after() {
    CallEnding ending = calls("http://host:9000/api/").post("/payments?fast=1", BODY, "k 1");

    assertThat(ending).isEqualTo(new Answered(200));
    assertThat(log)
        .containsExactly(
            "starting KEYED_WRITE", "sent within 1000", "ended KEYED_WRITE " + new Answered(200));
    Request request = sent.getFirst();
    assertThat(request.method()).isEqualTo("POST");
    assertThat(request.uri()).isEqualTo(URI.create("http://host:9000/api/payments?fast=1"));
    assertThat(request.headers())
        .isEqualTo(Map.of("Content-Type", "application/json", "Idempotency-Key", "k 1"));
    assertThat(request.body()).isEqualTo(BODY);
  }

  @Test
  void letters_beyond_ascii_in_a_path_are_sent_encoded() {
    calls("http://host").post("/zürich", BODY, "k1");

    assertThat(sent.getFirst().uri()).isEqualTo(URI.create("http://host/z%C3%BCrich"));
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "999, 999", "1000, 1000", "1001, 1000"})
  void a_call_takes_no_longer_than_the_attempt_has_left(long leftMillis, long within) {
    left = Duration.ofMillis(leftMillis);

    calls("http://host").post("/payments", BODY, "k1");

    assertThat(log).contains("sent within " + within);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1})
  void with_no_time_left_a_call_is_capped_and_not_sent(long leftMillis) {
    left = Duration.ofMillis(leftMillis);

    CallEnding ending = calls("http://host").post("/payments", BODY, "k1");

    assertThat(ending).isEqualTo(new Capped());
    assertThat(log).containsExactly("ended KEYED_WRITE " + new Capped());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", " ", " k", "k ", "hush\r\nX: y", "hush\n", "\thush", "hush\u007f", "hüsh"})
  void a_key_that_no_header_can_carry_is_refused_without_showing_it(String key) {
    assertThatThrownBy(() -> calls("http://host").post("/payments", BODY, key))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "idempotencyKey of a call to connection payments must be 1 to 255 visible ASCII"
                + " characters, spaces only between others, but was not");
    assertThat(log).containsExactly("ended KEYED_WRITE " + new Refused());
  }

  @Test
  void a_key_may_have_255_characters_and_not_256() {
    calls("http://host").post("/payments", BODY, "k".repeat(255));

    assertThatThrownBy(() -> calls("http://host").post("/payments", BODY, "k".repeat(256)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void a_bad_path_is_refused_by_connection_and_rule() {
    assertThatThrownBy(() -> calls("http://host").post("payments", BODY, "k1"))
        .hasMessage("path of a call to connection payments must start with one slash but did not");
    assertThatThrownBy(() -> calls("http://host").post("/hush hush", BODY, "k1"))
        .hasMessageStartingWith(
            "path of a call to connection payments must be written as URLs are but was not")
        .hasMessageNotContaining("hush");
    assertThat(log).hasSize(2).containsOnly("ended KEYED_WRITE " + new Refused());
  }

  @Test
  void a_transport_that_throws_has_still_ended_the_call() {
    Transport throwing =
        (request, timeout) -> {
          throw new IllegalStateException("bug");
        };
    HttpCalls calls = new HttpConnection("payments", "http://host", SECOND, throwing).within(scope);

    assertThatThrownBy(() -> calls.post("/payments", BODY, "k1")).hasMessage("bug");
    assertThat(log).containsExactly("starting KEYED_WRITE", "ended KEYED_WRITE " + new Broken());
  }

  @Test
  void a_post_over_a_real_socket_arrives_whole_and_once() throws Exception {
    try (JdkTransport jdk = new JdkTransport(() -> Instant.EPOCH);
        RawServer server =
            new RawServer(peer ->
                peer.read().write("HTTP/1.1 201 Made\r\nContent-Length: 0\r\n\r\n").hang())) {
      String base = server.uri("http", "/api").toString();
      HttpConnection connection = new HttpConnection("payments", base, SECOND, jdk);

      assertThat(connection.within(scope).post("/payments", BODY, "k1"))
          .isEqualTo(new Answered(201));

      assertThat(server.requests()).hasSize(1);
      assertThat(server.requests().getFirst())
          .startsWith("POST /api/payments HTTP/1.1\r\n")
          .contains("\r\nIdempotency-Key: k1\r\n", "\r\nContent-Type: application/json\r\n")
          .endsWith("\r\n\r\n{\"id\": 42}");
    }
  }

  private HttpCalls calls(String baseUrl) {
    return new HttpConnection("payments", baseUrl, SECOND, transport).within(scope);
  }
}
