package dev.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.server.Http.Answered;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class IntakeRefusalTest {
  @SuppressWarnings("NullAway.Init") // Started before any test.
  private RunningServer server;

  @BeforeAll
  void start(@TempDir Path folder) throws Exception {
    server = new RunningServer(folder, "engine: { poll: 1h, tick: 1h }\n");
  }

  @AfterAll
  void stop() {
    server.close();
  }

  private Answered post(String body) throws IOException {
    return server.http().post(body);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "{",
        "{\"type\":\"A\",\"payload\":",
        "{\"type\":\"A\",\"payload\":1",
        "{\"type\":\"A\",\"payload\":{\"a\":1}",
        "{\"type\":\"A\",\"payload\":1,}",
        "{\"type\":\"A\",\"payload\":NaN}",
        "{\"type\":\"A\",\"payload\":Infinity}",
        "{\"type\":\"A\",\"payload\":-Infinity}",
        "{\"type\":\"A\",\"payload\":01}",
        "{\"type\":\"A\",\"payload\":+1}",
        "{\"type\":\"A\",\"payload\":.5}",
        "{\"type\":\"A\",\"payload\":1.}",
        "{\"type\":\"A\",\"payload\":0x1}",
        "{\"type\":\"A\",\"payload\":'a'}",
        "{\"type\":\"A\",\"payload\":tru}",
        "{\"type\":\"A\",\"payload\":\"\\x\"}",
        "{\"type\":\"A\",\"payload\":\"a\nb\"}",
        "{\"type\":\"A\",\"payload\":\"a\tb\"}",
        "{\"type\":\"A\",\"payload\":[1,]}",
        "{\"type\":\"A\",\"payload\":/* */1}",
        "{\"type\":\"A\",\"payload\":1}{}",
        "{\"type\":\"A\",\"payload\":1} x",
        "{\"type\":\"A\",\"payload\":1}\u0000",
        "{\"type\":\"A\",\"type\":\"B\",\"payload\":1}",
        "{\"type\":\"A\",\"payload\":1,\"payload\":1}",
        "{\"type\":\"A\",\"payload\":{\"a\":1,\"a\":2}}",
        "{type:\"A\",\"payload\":1}",
        "[{\"type\":\"A\",\"payload\":1}]",
        "\"A\"",
        "null",
        "7",
        "{}",
        "{\"payload\":1}",
        "{\"type\":\"A\"}",
        "{\"type\":1,\"payload\":1}",
        "{\"type\":null,\"payload\":1}",
        "{\"type\":[\"A\"],\"payload\":1}",
        "{\"type\":\"\",\"payload\":1}",
        "{\"type\":\" \",\"payload\":1}",
        "{\"type\":\"a\\u0000\",\"payload\":1}",
        "{\"type\":\"a\\u009b\",\"payload\":1}",
        "{\"type\":\"a\\ud800\",\"payload\":1}",
        "{\"type\":\"A\",\"payload\":1,\"key\":1}",
        "{\"Type\":\"A\",\"payload\":1}",
      })
  void anything_else_is_refused_and_nothing_is_kept(String body) throws Exception {
    List<String> before = server.ask("SELECT count(*) FROM holdfast_event");

    Answered answer = post(body);

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.header("Content-Type")).contains("application/problem+json");
    assertThat(answer.body()).startsWith("{\"title\":\"The request is not valid\",\"status\":400,");
    assertThat(server.ask("SELECT count(*) FROM holdfast_event")).isEqualTo(before);
  }

  @Test
  void a_refusal_says_where_and_never_what() throws Exception {
    Http.assertInvalid(
        post("{\"type\":\"A\",\n\"payload\": hunter2}"),
        "the body must be one JSON object: what is at line 2, column 12 breaks it");
    Http.assertInvalid(
        post("{\"type\":\"A\",\"hunter2\":1}"),
        "the body holds an unknown member; known are type and payload");
    Http.assertInvalid(post("{\"type\":\"A\"}"), "payload must be there; null is one");
    Http.assertInvalid(post("{\"payload\":1}"), "type must be there");
  }

  @Test
  void a_type_has_200_characters_at_most() throws Exception {
    String longest = "🚀".repeat(200);

    assertThat(post("{\"type\":\"" + longest + "\",\"payload\":1}").status()).isEqualTo(201);
    Http.assertInvalid(
        post("{\"type\":\"" + longest + "x\",\"payload\":1}"),
        "type must be 1 to 200 characters, not blank and without control characters");
  }

  @Test
  void json_beyond_every_use_is_refused_with_the_limits() throws Exception {
    String limits =
        "the body must be one JSON object nested at most 500 deep, with numbers of at most 1000"
            + " and names of at most 50000 characters";
    String body = "{\"type\":\"A\",\"payload\":%s}";

    assertThat(post(body.formatted("[".repeat(499) + "]".repeat(499))).status()).isEqualTo(201);
    Http.assertInvalid(post(body.formatted("[".repeat(500) + "]".repeat(500))), limits);
    Http.assertInvalid(post(body.formatted("[".repeat(100_000))), limits);
    Http.assertInvalid(post(body.formatted("{\"a\":".repeat(100_000))), limits);
    assertThat(post(body.formatted("1".repeat(1_000))).status()).isEqualTo(201);
    Http.assertInvalid(post(body.formatted("1".repeat(1_001))), limits);
  }

  @Test
  void a_body_must_be_utf_8_without_a_mark() throws Exception {
    String body = "{\"type\":\"A\",\"payload\":\"é\"}";

    Http.assertInvalid(post("\uFEFF" + body), "the body must be UTF-8 without a byte order mark");
    for (var charset : List.of(StandardCharsets.UTF_16LE, StandardCharsets.UTF_16BE)) {
      assertThat(server.http().post(body.getBytes(charset)).status()).isEqualTo(400);
    }
    Http.assertInvalid(
        server.http().post(body.getBytes(StandardCharsets.ISO_8859_1)), "the body must be UTF-8");
    Http.assertInvalid(
        server.http().post(body.getBytes(StandardCharsets.UTF_16)), "the body must be UTF-8");
    byte[] surrogate = body.getBytes(StandardCharsets.UTF_8);
    // Half a surrogate pair, encoded as if it were a character.
    surrogate[22] = (byte) 0xED;
    surrogate[23] = (byte) 0xA0;
    Http.assertInvalid(server.http().post(surrogate), "the body must be UTF-8");
  }
}
