package dev.holdfast.client.transport;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.holdfast.client.runtime.Signal;
import dev.holdfast.client.transport.RawServer.Script;
import dev.holdfast.client.transport.Transport.Request;
import dev.holdfast.core.CallEnding;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.params.provider.Arguments;

/** What the tests of the transport send and answer. */
public final class Wire {
  static final String CHUNKED = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";

  private Wire() {}

  static Arguments script(String what, Script script) {
    return arguments(what, script);
  }

  static Arguments script(String what, Script script, Object expected) {
    return arguments(what, script, expected);
  }

  static byte[] gzip(byte[] bytes) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  static String head(String status, String... fields) {
    // An answer of 204 must have no length.
    String length = status.startsWith("204") ? "" : "Content-Length: 0\r\n";
    return "HTTP/1.1 "
        + status
        + "\r\n"
        + String.join("\r\n", fields)
        + (fields.length > 0 ? "\r\n" : "")
        + length
        + "\r\n";
  }

  static String length(Object length) {
    return "HTTP/1.1 200 OK\r\nContent-Length: " + length + "\r\n\r\n";
  }

  /** Sends, with nobody to cancel it, and tells how that ended. */
  static CallEnding ending(Transport transport, Request request, Duration timeout) {
    return ending(transport.send(request, timeout, Signal.never()));
  }

  static CallEnding ending(Reply reply) {
    return switch (reply) {
      case Reply.Answer answer -> new CallEnding.Answered(answer.status());
      case Reply.Bodiless answer -> new CallEnding.Answered(answer.status());
      case Reply.Unanswered none -> none.ending();
    };
  }

  static Request post(RawServer server) {
    return post(server.uri("http", "/payments"));
  }

  static Request post(URI uri) {
    return new Request("POST", uri, Map.of("Idempotency-Key", "k1"), "{}".getBytes(UTF_8));
  }
}
