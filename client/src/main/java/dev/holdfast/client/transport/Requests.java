package dev.holdfast.client.transport;

import dev.holdfast.client.transport.Transport.Request;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.Map;

/** Makes requests of the JDK's client. */
final class Requests {
  private static final int PORT_MAX = 65_535;

  private Requests() {}

  /**
   * Makes one.
   *
   * @param exchange notes when it leaves
   * @throws IllegalArgumentException if HTTP, or the client, does not allow it; the text may hold a
   *     header's value
   */
  static HttpRequest http(Request request, Exchange exchange) {
    URI uri = request.uri();
    int port = uri.getPort();
    if (port == 0 || port > PORT_MAX) {
      throw new IllegalArgumentException("port must be between 1 and 65535 but was " + port);
    }
    HttpRequest.Builder http = HttpRequest.newBuilder(uri);
    method(http, request, exchange);
    boolean coding = false;
    for (Map.Entry<String, String> field : request.headers().entrySet()) {
      http.header(field.getKey(), checked(field.getValue()));
      coding |= field.getKey().equalsIgnoreCase("Accept-Encoding");
    }
    if (!coding) {
      http.header("Accept-Encoding", "gzip");
    }
    return http.build();
  }

  private static void method(HttpRequest.Builder http, Request request, Exchange exchange) {
    byte[] body = request.body();
    switch (request.method()) {
      // The client's sending would throw.
      case "CONNECT" -> throw new IllegalArgumentException("method must not be CONNECT but was");
      default -> http.method(request.method(), exchange.noting(BodyPublishers.ofByteArray(body)));
      case "GET", "HEAD" -> {
        if (body.length > 0) {
          http.method(request.method(), exchange.noting(BodyPublishers.ofByteArray(body)));
        } else if (request.method().equals("GET")) {
          // Any body, be it empty, would have it send a Content-Length.
          http.GET();
        } else {
          http.HEAD();
        }
      }
    }
  }

  /** The client would send what is not ASCII as a question mark: two keys, made one. */
  private static String checked(String value) {
    for (int i = 0; i < value.length(); i++) {
      if (value.charAt(i) >= 0x7f) {
        throw new IllegalArgumentException("a header's value must be ASCII but was not");
      }
    }
    return value;
  }
}
