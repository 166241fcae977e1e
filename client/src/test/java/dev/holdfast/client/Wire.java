package dev.holdfast.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.holdfast.client.RawServer.Script;
import dev.holdfast.client.Transport.Request;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.params.provider.Arguments;

/** What the tests of the transport send and answer. */
final class Wire {
  static final String CHUNKED = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";

  private Wire() {}

  static Arguments script(String what, Script script) {
    return arguments(what, script);
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

  static Request post(RawServer server) {
    return post(server.uri("http", "/payments"));
  }

  static Request post(URI uri) {
    return new Request("POST", uri, Map.of("Idempotency-Key", "k1"), "{}".getBytes(UTF_8));
  }
}
