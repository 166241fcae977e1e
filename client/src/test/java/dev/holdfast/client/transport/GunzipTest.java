package dev.holdfast.client.transport;

import static dev.holdfast.client.transport.Wire.gzip;
import static dev.holdfast.client.transport.Wire.post;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.client.runtime.Signal;
import dev.holdfast.client.transport.Reply.Answer;
import dev.holdfast.client.transport.Reply.Bodiless;
import dev.holdfast.client.transport.Reply.Flaw;
import dev.holdfast.client.transport.Transport.Request;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GunzipTest {
  private static final int MAX_BYTES = 1 << 20;
  private static final byte[] TEXT = "twelve bytes".getBytes(UTF_8);

  @ParameterizedTest
  @ValueSource(strings = {"gzip", "x-gzip", "GZip", " gzip "})
  void gzip_is_undone(String coding) {
    assertThat(answer(coding, gzip(TEXT))).isEqualTo(TEXT);
  }

  @ParameterizedTest
  @ValueSource(strings = {"identity", ""})
  void what_is_not_coded_is_left_alone(String coding) {
    assertThat(answer(coding, TEXT)).isEqualTo(TEXT);
  }

  @Test
  void gzip_that_is_not_declared_is_left_alone() {
    byte[] wire = gzip(TEXT);

    assertThat(Gunzip.answer(200, Headers.NONE, wire, MAX_BYTES))
        .isInstanceOfSatisfying(Answer.class, answer -> assertThat(answer.body()).isEqualTo(wire));
  }

  @Test
  void gzip_is_undone_once_only() {
    assertThat(answer("gzip", gzip(gzip(TEXT)))).isEqualTo(gzip(TEXT));
  }

  @Test
  void an_empty_body_needs_no_undoing() {
    assertThat(answer("gzip", new byte[0])).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"br", "deflate", "gzip, gzip", "gzip,", "zstd"})
  void any_other_coding_is_garbled(String coding) {
    assertThat(flaw(coding, gzip(TEXT), MAX_BYTES)).isEqualTo(Flaw.GARBLED);
  }

  @Test
  void what_is_no_gzip_is_garbled() {
    byte[] wire = gzip(TEXT);
    byte[] turned = wire.clone();
    turned[wire.length - 6] ^= 1;

    assertThat(flaw("gzip", TEXT, MAX_BYTES)).isEqualTo(Flaw.GARBLED);
    assertThat(flaw("gzip", turned, MAX_BYTES)).isEqualTo(Flaw.GARBLED);
    assertThat(flaw("gzip", Arrays.copyOf(wire, wire.length - 1), MAX_BYTES))
        .isEqualTo(Flaw.GARBLED);
  }

  @Test
  void what_grows_beyond_the_limit_is_too_large() {
    byte[] noise = new byte[1_000];
    new Random(1).nextBytes(noise);

    assertThat(flaw("gzip", gzip(noise), 999)).isEqualTo(Flaw.TOO_LARGE);
    assertThat(Gunzip.answer(200, coded("gzip"), gzip(noise), 1_000)).isInstanceOf(Answer.class);
  }

  @Test
  void what_grows_to_more_than_a_hundred_times_its_size_is_too_large() {
    byte[] zeros = new byte[500_000];

    assertThat(gzip(zeros)).hasSizeLessThan(zeros.length / 100);
    assertThat(flaw("gzip", gzip(zeros), MAX_BYTES)).isEqualTo(Flaw.TOO_LARGE);
  }

  @Test
  void a_small_body_may_grow_by_any_ratio() {
    assertThat(answer("gzip", gzip(new byte[64 << 10]))).hasSize(64 << 10);
  }

  @Test
  void an_error_answer_is_undone_too_and_gzip_is_asked_for() throws IOException {
    String answer =
        "HTTP/1.1 500 Oops\r\nContent-Encoding: gzip\r\nContent-Length: "
            + gzip(TEXT).length
            + "\r\n\r\n";
    try (JdkTransport transport = JdkTransport.create();
        RawServer server =
            new RawServer(peer -> peer.read().write(answer).write(gzip(TEXT)).hang())) {
      assertThat(transport.send(post(server), Duration.ofSeconds(20), Signal.never()))
          .isInstanceOfSatisfying(Answer.class, each -> assertThat(each.body()).isEqualTo(TEXT));

      assertThat(server.requests())
          .singleElement()
          .asString()
          .contains("Accept-Encoding: gzip\r\n");
    }
  }

  @Test
  void another_coding_may_be_asked_for_instead() throws IOException {
    try (JdkTransport transport = JdkTransport.create();
        RawServer server = new RawServer(peer -> peer.read().write(Wire.length(0)).hang())) {
      Request request =
          new Request(
              "GET", server.uri("http", "/"), Map.of("accept-ENCODING", "identity"), new byte[0]);
      transport.send(request, Duration.ofSeconds(20), Signal.never());

      assertThat(server.requests())
          .singleElement()
          .asString()
          .contains("accept-ENCODING: identity\r\n")
          .doesNotContain("gzip");
    }
  }

  private static byte[] answer(String coding, byte[] wire) {
    Reply reply = Gunzip.answer(200, coded(coding), wire, MAX_BYTES);
    assertThat(reply).isInstanceOf(Answer.class);
    return ((Answer) reply).body();
  }

  private static Flaw flaw(String coding, byte[] wire, int maxBytes) {
    Reply reply = Gunzip.answer(200, coded(coding), wire, maxBytes);
    assertThat(reply).isInstanceOf(Bodiless.class);
    return ((Bodiless) reply).flaw();
  }

  private static Headers coded(String coding) {
    return Headers.of(Map.of("Content-Encoding", coding));
  }
}
