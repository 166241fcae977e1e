package dev.holdfast.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A client that sends what it is told and nothing else. */
final class Http {
  private static final int TIMEOUT_MILLIS = 15_000;

  private final int port;

  Http(int port) {
    this.port = port;
  }

  /** An answer as it came. */
  record Answered(String head, String body) {
    int status() {
      return Integer.parseInt(head.substring(9, 12));
    }

    Optional<String> header(String name) {
      List<String> found =
          head.lines()
              .filter(line ->
                  line.toLowerCase(Locale.ROOT).startsWith(name.toLowerCase(Locale.ROOT) + ":"))
              .map(line -> line.substring(name.length() + 1).strip())
              .toList();
      return found.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", found));
    }
  }

  Socket connect() throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout(TIMEOUT_MILLIS);
    return socket;
  }

  Answered post(String body, String... headers) throws IOException {
    return post(body.getBytes(UTF_8), headers);
  }

  Answered post(byte[] body, String... headers) throws IOException {
    ByteArrayOutputStream request = new ByteArrayOutputStream();
    request.writeBytes(head("POST /v1/events HTTP/1.1", body.length, headers).getBytes(ISO_8859_1));
    request.writeBytes(body);
    return send(request.toByteArray());
  }

  static String head(String line, long length, String... headers) {
    StringBuilder head = new StringBuilder(line + "\r\nHost: localhost\r\nConnection: close\r\n");
    head.append("Content-Length: ").append(length).append("\r\n");
    if (List.of(headers).stream().noneMatch(h -> h.startsWith("Content-Type"))) {
      head.append("Content-Type: application/json\r\n");
    }
    for (String header : headers) {
      head.append(header).append("\r\n");
    }
    return head.append("\r\n").toString();
  }

  Answered send(String request) throws IOException {
    return send(request.getBytes(ISO_8859_1));
  }

  /** Sends bytes and reads until the server closes. */
  Answered send(byte[] request) throws IOException {
    try (Socket socket = connect()) {
      try {
        socket.getOutputStream().write(request);
      } catch (SocketException e) {
        // It answered before it had read all: the answer is there to be read.
      }
      return read(socket);
    }
  }

  static Answered read(Socket socket) throws IOException {
    String answer = new String(socket.getInputStream().readAllBytes(), UTF_8);
    int end = answer.indexOf("\r\n\r\n");
    if (end < 0) {
      throw new IOException("no whole answer but: " + answer);
    }
    return new Answered(answer.substring(0, end), answer.substring(end + 4));
  }

  static void assertProblem(Answered answer, int status, String title, String detail) {
    assertThat(answer.body())
        .isEqualTo(
            "{\"title\":\"%s\",\"status\":%d,\"detail\":\"%s\"}".formatted(title, status, detail));
    assertThat(answer.status()).isEqualTo(status);
    assertThat(answer.header("Content-Type")).contains("application/problem+json");
  }

  static void assertInvalid(Answered answer, String detail) {
    assertProblem(answer, 400, "The request is not valid", detail);
  }
}
