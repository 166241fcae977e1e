package dev.holdfast.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.server.Http.Answered;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class IntakeTest {
  private static final int MEBIBYTE = 1024 * 1024;

  @SuppressWarnings("NullAway.Init") // Started before any test.
  private RunningServer server;

  @BeforeAll
  void start(@TempDir Path folder) throws Exception {
    // Nobody is posted to: what is emitted stays to be looked at.
    server =
        new RunningServer(
            folder,
            """
            connections: { nobody: { url: "http://127.0.0.1:1" } }
            subscribers: { a: { on: Heard, post: /a, connection: nobody } }
            engine: { poll: 1h, tick: 1h }
            """);
  }

  @AfterAll
  void stop() {
    server.close();
  }

  private Answered post(String body, String... headers) throws IOException {
    return server.http().post(body, headers);
  }

  private String kept(Answered accepted) throws SQLException {
    String id = accepted.body().substring(7, 43);
    String hex =
        server.ask("SELECT hex(payload) FROM holdfast_event WHERE id = '" + id + "'").getFirst();
    return new String(HexFormat.of().parseHex(hex), UTF_8);
  }

  @Test
  void an_event_is_answered_with_its_id_its_type_and_its_instant() throws Exception {
    Answered answer = post("{\"type\": \"PaymentReceived\", \"payload\": {\"id\": 42}}");

    assertThat(answer.status()).isEqualTo(201);
    assertThat(answer.header("Content-Type")).contains("application/json");
    assertThat(answer.body())
        .matches(
            "\\{\"id\":\"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\","
                + "\"type\":\"PaymentReceived\","
                + "\"emittedAt\":\"20[0-9-]{8}T[0-9:]{8}(\\.[0-9]{3})?Z\"}");
    assertThat(kept(answer)).isEqualTo("{\"id\": 42}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{ \"b\" :1,\n\t\"a\":\r\n[ 1 , 2 ]  }",
        "1.0e5",
        "12345678901234567890.10",
        "-0",
        "-0.0E-0",
        "1E400",
        "0",
        "true",
        "false",
        "null",
        "\"\"",
        "\"}{][\\\"\\\\,: \\/ \"",
        "\"\\u00e9 é \\uD83D\\ude80 🚀 \\u0000 \\ud800\"",
        "[]",
        "{}",
        "[[[{\"a\": [{}, []]}]]]",
        "{\"type\": \"not this one\", \"payload\": 1}",
        "\"＄ begins with the byte EF\"",
      })
  void a_payload_is_kept_byte_for_byte_wherever_it_stands(String payload) throws Exception {
    for (String form :
        List.of(
            "{\"type\":\"A\",\"payload\":%s}",
            "{\"payload\":%s,\"type\":\"A\"}",
            " \r\n\t{ \"type\" : \"A\" , \"payload\" : \t\n %s \r\n } \n",
            "{ \"payload\" \n:\n %s\n, \"type\" : \"Ä🚀\" }")) {
      Answered answer = post(form.replace("%s", payload));

      assertThat(answer.status()).as(answer.body()).isEqualTo(201);
      assertThat(kept(answer)).isEqualTo(payload);
    }
  }

  @Test
  void a_repeat_under_its_key_is_answered_as_the_first_was() throws Exception {
    String body = "{\"type\": \"A\", \"payload\": {\"n\": 1}}";
    Answered first = post(body, "Idempotency-Key: k1");

    Answered repeat = post(body, "Idempotency-Key: k1");
    Answered spaced = post("{\"payload\": {\"n\": 1}, \"type\":\"A\"}", "idempotency-key:   k1  ");

    assertThat(first.status()).isEqualTo(201);
    assertThat(repeat.status()).isEqualTo(200);
    assertThat(spaced.status()).isEqualTo(200);
    assertThat(repeat.body()).isEqualTo(first.body()).isEqualTo(spaced.body());
    assertThat(server.ask("SELECT id FROM holdfast_event WHERE dedupe_key = 'k1'")).hasSize(1);
  }

  @Test
  void another_event_under_a_used_key_is_a_conflict() throws Exception {
    Answered first = post("{\"type\": \"A\", \"payload\": 1}", "Idempotency-Key: k2");
    String detail =
        "another event was accepted under this Idempotency-Key as "
            + first.body().substring(7, 43)
            + "; use a new key for a new event";

    for (String other :
        List.of("{\"type\":\"A\",\"payload\":1.0}", "{\"type\":\"B\",\"payload\":1}")) {
      Http.assertProblem(
          post(other, "Idempotency-Key: k2"), 409, "The idempotency key was used before", detail);
    }
  }

  @Test
  void a_key_has_1_to_255_visible_characters() throws Exception {
    String body = "{\"type\": \"A\", \"payload\": 1}";
    String longest = "k".repeat(255);

    assertThat(post(body, "Idempotency-Key: " + longest).status()).isEqualTo(201);
    assertThat(post(body, "Idempotency-Key: a key, with spaces; and \"signs\"").status())
        .isEqualTo(201);
    for (String bad : List.of("", longest + "k", "k\u00e9", "\u00ff")) {
      Http.assertInvalid(
          post(body, "Idempotency-Key: " + bad),
          "Idempotency-Key must be given once, with 1 to 255 visible ASCII characters, spaces only"
              + " between others");
    }
    assertThat(post(body, "Idempotency-Key: a", "Idempotency-Key: a").status()).isEqualTo(400);
    assertThat(post(body, "Idempotency-Key: a\u0007b").status()).isEqualTo(400);
  }

  @Test
  void a_burst_under_one_key_is_one_event() throws Exception {
    String body = "{\"type\": \"Heard\", \"payload\": \"burst\"}";
    List<Future<Answered>> answers = new ArrayList<>();
    try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 50; i++) {
        answers.add(executor.submit(() -> post(body, "Idempotency-Key: burst")));
      }
    }

    assertThat(answers).extracting(each -> each.get().status()).containsOnlyOnce(201).contains(200);
    assertThat(answers)
        .extracting(each -> each.get().body())
        .containsOnly(answers.getFirst().get().body());
    assertThat(
            server.ask(
                "SELECT d.id FROM holdfast_delivery d JOIN holdfast_event e ON e.id = d.event_id"
                    + " WHERE e.dedupe_key = 'burst'"))
        .hasSize(1);
  }

  private static String ofLength(int length) {
    String start = "{\"type\":\"A\",\"payload\":\"";
    return start + "x".repeat(length - start.length() - 2) + "\"}";
  }

  @Test
  void a_body_has_a_mebibyte_at_most() throws Exception {
    assertThat(post(ofLength(MEBIBYTE)).status()).isEqualTo(201);
    Http.assertProblem(
        post(ofLength(MEBIBYTE + 1)),
        413,
        "The body is too large",
        "the body must be at most 1048576 bytes");
    assertThat(post(ofLength(5 * MEBIBYTE)).status()).isEqualTo(413);
  }

  @Test
  void a_body_in_chunks_has_a_mebibyte_at_most() throws Exception {
    assertThat(server.http().send(chunked(ofLength(MEBIBYTE))).status()).isEqualTo(201);
    assertThat(server.http().send(chunked(ofLength(MEBIBYTE + 1))).status()).isEqualTo(413);
    assertThat(server.http().send(chunked(ofLength(5 * MEBIBYTE))).status()).isEqualTo(413);
  }

  private static String chunked(String body) {
    StringBuilder request =
        new StringBuilder(
            Http.head("POST /v1/events HTTP/1.1", 0)
                .replace("Content-Length: 0", "Transfer-Encoding: chunked"));
    for (int at = 0; at < body.length(); at += 50_000) {
      String chunk = body.substring(at, Math.min(body.length(), at + 50_000));
      request
          .append(Integer.toHexString(chunk.length()))
          .append("\r\n")
          .append(chunk)
          .append("\r\n");
    }
    return request.append("0\r\n\r\n").toString();
  }

  @Test
  void chunks_that_are_none_are_a_bad_request() throws Exception {
    String request = chunked("{}").replace("\r\n2\r\n", "\r\nzz\r\n");

    assertThat(server.http().send(request).status()).isEqualTo(400);
  }

  @Test
  void a_client_is_asked_to_go_on_with_its_body() throws Exception {
    String body = "{\"type\": \"A\", \"payload\": 1}";
    try (Socket socket = server.http().connect()) {
      socket
          .getOutputStream()
          .write(
              Http.head("POST /v1/events HTTP/1.1", body.length(), "Expect: 100-continue")
                  .getBytes(UTF_8));
      byte[] start = socket.getInputStream().readNBytes(12);
      socket.getOutputStream().write(body.getBytes(UTF_8));

      assertThat(new String(start, UTF_8)).isEqualTo("HTTP/1.1 100");
      assertThat(new String(socket.getInputStream().readAllBytes(), UTF_8))
          .contains("HTTP/1.1 201");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/json",
        "Application/JSON",
        "application/json;charset=utf-8",
        "application/json ; charset=utf-8",
      })
  void json_is_taken_however_its_type_is_written(String type) throws Exception {
    assertThat(post("{\"type\":\"A\",\"payload\":1}", "Content-Type: " + type).status())
        .isEqualTo(201);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Type: text/plain",
        "Content-Type: application/jsonp",
        "Content-Type: application/x-www-form-urlencoded",
        "Content-Type: text/plain; application/json",
        "Content-Type:",
      })
  void a_form_of_another_site_can_not_emit(String header) throws Exception {
    Http.assertProblem(
        post("{\"type\":\"A\",\"payload\":1}", header),
        415,
        "The content type is not supported",
        "Content-Type must be application/json");
  }

  @Test
  void while_the_store_can_not_be_written_nothing_is_accepted_and_nothing_half_kept()
      throws Exception {
    server.change(
        "CREATE TRIGGER broken BEFORE INSERT ON holdfast_delivery BEGIN SELECT RAISE(FAIL, 'broken'); END");
    try {
      Http.assertProblem(
          post("{\"type\":\"Heard\",\"payload\":\"half\"}", "Idempotency-Key: half"),
          503,
          "The store can't be reached now",
          "try again later; an event is safe to send again under an Idempotency-Key");
      assertThat(server.ask("SELECT id FROM holdfast_event WHERE dedupe_key = 'half'")).isEmpty();
    } finally {
      server.change("DROP TRIGGER broken");
    }

    assertThat(post("{\"type\":\"Heard\",\"payload\":\"half\"}", "Idempotency-Key: half").status())
        .isEqualTo(201);
  }
}
