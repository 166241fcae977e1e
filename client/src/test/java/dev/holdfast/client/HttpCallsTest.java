package dev.holdfast.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.client.transport.Headers;
import dev.holdfast.client.transport.JdkTransport;
import dev.holdfast.client.transport.RawServer;
import dev.holdfast.client.transport.Reply;
import dev.holdfast.client.transport.Transport;
import dev.holdfast.client.transport.Transport.Request;
import dev.holdfast.core.Backoff;
import dev.holdfast.core.CallEnding;
import dev.holdfast.core.CallEnding.Answered;
import dev.holdfast.core.CallEnding.Broken;
import dev.holdfast.core.CallEnding.Capped;
import dev.holdfast.core.CallEnding.Refused;
import dev.holdfast.core.CallScope;
import dev.holdfast.core.OperationKind;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
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

  private Iterator<Integer> statuses = List.of(200).iterator();

  private final Transport transport =
      (request, timeout, signal) -> {
        sent.add(request);
        log.add("sent within " + timeout.toMillis());
        return new Reply.Answer(statuses.next(), Headers.NONE, "no JSON".getBytes(UTF_8));
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
        .isEqualTo(
            Map.of(
                "Accept", "application/json",
                "Content-Type", "application/json",
                "Idempotency-Key", "k 1"));
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
            "idempotency key must be 1 to 255 visible ASCII characters, spaces only between others,"
                + " but was not (connection payments)");
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
        .hasMessage("path must start with one slash but did not (connection payments)");
    assertThatThrownBy(() -> calls("http://host").post("/hush hush", BODY, "k1"))
        .hasMessageStartingWith("path must be written as URLs are but was not")
        .hasMessageNotContaining("hush");
    assertThat(log).hasSize(2).containsOnly("ended KEYED_WRITE " + new Refused());
  }

  @Test
  void a_transport_that_throws_may_have_sent() {
    Transport throwing =
        (request, timeout, signal) -> {
          throw new IllegalStateException("bug");
        };

    assertThat(calls("http://host", throwing, 0).post("/payments", BODY, "k1"))
        .isEqualTo(new Broken());
    assertThat(log).containsExactly("starting KEYED_WRITE", "ended KEYED_WRITE " + new Broken());
  }

  @Test
  void what_its_retries_send_is_one_call_for_the_attempt() {
    statuses = List.of(503, 503, 201).iterator();

    assertThat(calls("http://host", transport, 2).post("/payments", BODY, "k1"))
        .isEqualTo(new Answered(201));

    assertThat(sent).hasSize(3);
    assertThat(log)
        .startsWith("starting KEYED_WRITE")
        .endsWith("ended KEYED_WRITE " + new Answered(201));
    assertThat(log.stream().filter(line -> line.startsWith("ended"))).hasSize(1);
  }

  @Test
  void a_call_that_runs_out_of_retries_ends_as_its_last_request_did() {
    statuses = List.of(503, 500).iterator();

    assertThat(calls("http://host", transport, 1).post("/payments", BODY, "k1"))
        .isEqualTo(new Answered(500));
  }

  @Test
  void a_wait_that_the_attempt_has_no_time_for_is_left_to_the_delivery() {
    left = Duration.ofMillis(999);
    statuses = List.of(503).iterator();
    Transport asking =
        (request, timeout, signal) ->
            new Reply.Answer(statuses.next(), Headers.of(Map.of("Retry-After", "1")), new byte[0]);

    assertThat(calls("http://host", asking, 5).post("/payments", BODY, "k1"))
        .isEqualTo(new CallEnding.AnsweredRetryAfter(503, SECOND));
  }

  record Payment(int id, int amount) {}

  @Test
  void a_typed_call_gives_its_value_and_tells_the_attempt() {
    HttpCalls calls =
        new HttpConnection(
                Client.of(
                        MemoryApi.named("payments")
                            .with("/payments", List.of(Map.of("id", "7", "amount", 12)))
                            .build())
                    .build())
            .within(scope);

    assertThat(calls.call(Operation.get("/payments/7"), Payment.class).value())
        .isEqualTo(new Payment(7, 12));
    assertThatThrownBy(() -> calls.call(Operation.get("/payments/8"), Payment.class))
        .isInstanceOf(CallException.class)
        .hasMessage("payments responded 404");

    assertThat(log)
        .containsExactly(
            "starting READ",
            "ended READ " + new Answered(200),
            "starting READ",
            "ended READ " + new Answered(404));
  }

  @Test
  void a_post_over_a_real_socket_arrives_whole_and_once() throws Exception {
    try (JdkTransport jdk = JdkTransport.create();
        RawServer server =
            new RawServer(peer ->
                peer.read().write("HTTP/1.1 201 Made\r\nContent-Length: 0\r\n\r\n").hang())) {
      String base = server.uri("http", "/api").toString();

      assertThat(calls(base, jdk, 0).post("/payments", BODY, "k1")).isEqualTo(new Answered(201));

      assertThat(server.requests()).hasSize(1);
      assertThat(server.requests().getFirst())
          .startsWith("POST /api/payments HTTP/1.1\r\n")
          .contains("\r\nIdempotency-Key: k1\r\n", "\r\nContent-Type: application/json\r\n")
          .endsWith("\r\n\r\n{\"id\": 42}");
    }
  }

  private HttpCalls calls(String baseUrl) {
    return calls(baseUrl, transport, 0);
  }

  private HttpCalls calls(String baseUrl, Transport sends, int retries) {
    HttpApi provider = HttpApi.named("payments").baseUrl(baseUrl).idempotencyKeys().build();
    return new HttpConnection(
            Client.of(provider)
                .options(
                    Options.none().timeout(SECOND).retries(retries, Backoff.fixed(Duration.ZERO)))
                .transport(sends)
                .build())
        .within(scope);
  }
}
