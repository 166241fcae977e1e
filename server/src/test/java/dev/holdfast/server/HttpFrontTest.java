package dev.holdfast.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.server.Http.Answered;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HttpFrontTest {
  private static final byte[] IPV6_LOOPBACK = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};
  private static final String EVENT = "{\"type\": \"A\", \"payload\": 1}";

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

  private Answered ask(String line, String... headers) throws IOException {
    StringBuilder request = new StringBuilder(line + "\r\nConnection: close\r\n");
    for (String header : headers) {
      request.append(header).append("\r\n");
    }
    return server.http().send(request + "\r\n");
  }

  private Answered get(String path) throws IOException {
    return ask("GET " + path + " HTTP/1.1", "Host: localhost");
  }

  private static void assertGuarded(Answered answer) {
    assertThat(answer.header("Content-Security-Policy"))
        .contains(
            "default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none';"
                + " form-action 'none'");
    assertThat(answer.header("X-Content-Type-Options")).contains("nosniff");
    assertThat(answer.header("Cache-Control")).contains("no-store");
    assertThat(answer.header("Server")).isEmpty();
    assertThat(answer.head() + answer.body()).doesNotContainIgnoringCase("jetty", "exception");
  }

  private static void assertProblem(Answered answer, int status) {
    assertThat(answer.status()).as(answer.head()).isEqualTo(status);
    assertThat(answer.header("Content-Type")).contains("application/problem+json");
    assertThat(answer.body()).startsWith("{\"title\":\"").contains("\"status\":" + status);
    assertGuarded(answer);
  }

  @Test
  void the_page_and_its_style_are_served() throws Exception {
    Answered page = get("/");
    Answered style = get("/style.css");

    assertThat(page.status()).isEqualTo(200);
    assertThat(page.header("Content-Type")).contains("text/html; charset=utf-8");
    assertThat(page.body()).startsWith("<!doctype html>").endsWith("</html>\n");
    assertGuarded(page);
    assertThat(style.status()).isEqualTo(200);
    assertThat(style.header("Content-Type")).contains("text/css; charset=utf-8");
    assertGuarded(style);
    assertGuarded(server.http().post(EVENT));
  }

  @Test
  void a_head_is_answered_like_a_get_without_its_body() throws Exception {
    Answered get = get("/style.css");
    Answered head = ask("HEAD /style.css HTTP/1.1", "Host: localhost");

    assertThat(head.status()).isEqualTo(200);
    assertThat(head.body()).isEmpty();
    assertThat(head.header("Content-Length")).isEqualTo(get.header("Content-Length"));
    assertThat(ask("HEAD / HTTP/1.1", "Host: localhost").body()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /v1/events, POST",
    "HEAD, /v1/events, POST",
    "PUT, /v1/events, POST",
    "OPTIONS, /v1/events, POST",
    "post, /v1/events, POST",
    "POST, /, 'GET, HEAD'",
    "TRACE, /, 'GET, HEAD'",
    "DELETE, /style.css, 'GET, HEAD'",
  })
  void another_method_is_told_which_are_allowed(String method, String path, String allowed)
      throws Exception {
    Answered answer = ask(method + " " + path + " HTTP/1.1", "Host: localhost");

    assertThat(answer.status()).isEqualTo(405);
    assertThat(answer.header("Allow")).contains(allowed);
    assertThat(answer.header("Content-Type")).contains("application/problem+json");
    assertGuarded(answer);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/x", "/v1", "/v1/events/", "/v1/events/1", "/V1/EVENTS", "/index.html"})
  void any_other_path_is_not_there(String path) throws Exception {
    assertProblem(get(path), 404);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "localhost",
        "LOCALHOST:1234",
        "127.0.0.1",
        "127.0.0.1:8080",
        "[::1]",
        "[::1]:8080",
      })
  void a_host_of_this_machine_is_answered(String host) throws Exception {
    assertThat(ask("GET / HTTP/1.1", "Host: " + host).status()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "evil.example",
        "localhost.evil.example",
        "evil.example:80",
        "127.0.0.1.evil.example",
        "[::2]",
        "10.0.0.1",
      })
  void a_foreign_host_is_misdirected(String host) throws Exception {
    assertProblem(ask("GET / HTTP/1.1", "Host: " + host), 421);
    assertProblem(
        server
            .http()
            .send(
                Http.head("POST /v1/events HTTP/1.1", EVENT.length())
                        .replace("Host: localhost", "Host: " + host)
                    + EVENT),
        421);
  }

  @Test
  void a_host_that_is_given_twice_or_not_at_all_is_refused() throws Exception {
    assertProblem(ask("GET / HTTP/1.1"), 400);
    assertProblem(ask("GET / HTTP/1.1", "Host: localhost", "Host: evil.example"), 400);
    assertProblem(ask("GET / HTTP/1.1", "Host: localhost", "Host: localhost"), 400);
    assertThat(ask("GET / HTTP/1.1", "Host:").status()).isIn(400, 421);
    assertThat(ask("GET / HTTP/1.1", "Host: localhost, evil.example").status()).isIn(400, 421);
  }

  @Test
  void a_whole_address_in_the_request_line_is_judged_too() throws Exception {
    assertThat(ask("GET http://localhost/ HTTP/1.1", "Host: localhost").status()).isEqualTo(200);
    assertThat(ask("GET http://evil.example/ HTTP/1.1", "Host: localhost").status()).isIn(400, 421);
    assertProblem(ask("GET http://evil.example/ HTTP/1.1", "Host: evil.example"), 421);
    assertThat(ask("GET http://me@localhost/ HTTP/1.1", "Host: localhost").status()).isIn(200, 400);
  }

  @Test
  void http_1_0_without_a_host_is_answered_for_no_browser_speaks_it() throws Exception {
    assertThat(ask("GET / HTTP/1.0").status()).isEqualTo(200);
    assertProblem(ask("GET / HTTP/1.0", "Host: evil.example"), 421);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET / HTTP/9.9",
        "GET",
        "\u0000\u0001\u0002",
        "GET /%zz HTTP/1.1",
        "GET /%2e%2e/ HTTP/1.1",
        "GET /..;/x HTTP/1.1",
        "G\u0001T / HTTP/1.1",
      })
  void what_is_not_http_is_a_problem_like_any_other(String line) throws Exception {
    Answered answer = ask(line, "Host: localhost");

    assertThat(answer.status()).isIn(400, 404, 505);
    assertThat(answer.header("Content-Type")).contains("application/problem+json");
    assertGuarded(answer);
  }

  @Test
  void lengths_that_contradict_each_other_are_refused() throws Exception {
    String head = Http.head("POST /v1/events HTTP/1.1", EVENT.length());

    assertProblem(
        server.http().send(head.replace("\r\n\r\n", "\r\nContent-Length: 1\r\n\r\n") + EVENT), 400);
    assertProblem(
        server
            .http()
            .send(head.replace("\r\n\r\n", "\r\nTransfer-Encoding: chunked\r\n\r\n") + EVENT),
        400);
    assertProblem(
        server.http().send(head.replaceAll("Content-Length: \\d+", "Content-Length: -1") + EVENT),
        400);
  }

  @Test
  void headers_have_32_kibibytes_at_most() throws Exception {
    assertThat(ask("GET / HTTP/1.1", "Host: localhost", "X: " + "x".repeat(32_000)).status())
        .isEqualTo(200);
    assertProblem(ask("GET / HTTP/1.1", "Host: localhost", "X: " + "x".repeat(33_000)), 431);
    assertProblem(get("/" + "x".repeat(33_000)), 414);
    assertThat(get("/" + "x".repeat(32_000)).status()).isEqualTo(404);
  }

  @Test
  void slow_clients_do_not_keep_others_waiting() throws Exception {
    List<Socket> slow = new ArrayList<>();
    try {
      for (int i = 0; i < 60; i++) {
        Socket socket = server.http().connect();
        slow.add(socket);
        // Half of them stop in their headers, half in their body.
        String head = Http.head("POST /v1/events HTTP/1.1", EVENT.length());
        String part = i % 2 == 0 ? head.substring(0, 40) : head + EVENT.substring(0, 9);
        socket.getOutputStream().write(part.getBytes(ISO_8859_1));
      }

      assertThat(server.http().post(EVENT).status()).isEqualTo(201);
      slow.getLast().getOutputStream().write(EVENT.substring(9).getBytes(ISO_8859_1));
      assertThat(Http.read(slow.getLast()).status()).isEqualTo(201);
    } finally {
      for (Socket socket : slow) {
        socket.close();
      }
    }
  }

  @Test
  void one_connection_carries_one_request_after_another() throws Exception {
    String event = Http.head("POST /v1/events HTTP/1.1", EVENT.length()) + EVENT;
    String open = event.replace("Connection: close\r\n", "");

    String answers = "";
    try (Socket socket = server.http().connect()) {
      socket.getOutputStream().write((open + open + event).getBytes(ISO_8859_1));
      answers = new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
    }

    assertThat(answers.split("HTTP/1.1 201", -1)).hasSize(4);
  }

  @Test
  void a_client_that_goes_away_in_its_body_leaves_nothing_behind() throws Exception {
    List<String> before = server.ask("SELECT count(*) FROM holdfast_event");
    try (Socket socket = server.http().connect()) {
      socket
          .getOutputStream()
          .write((Http.head("POST /v1/events HTTP/1.1", 1_000) + EVENT).getBytes(ISO_8859_1));
      socket.shutdownOutput();
      assertThat(Http.read(socket).status()).isEqualTo(400);
    }

    assertThat(server.ask("SELECT count(*) FROM holdfast_event")).isEqualTo(before);
  }

  @Test
  void the_ipv6_address_of_this_machine_can_be_listened_on(@TempDir Path other) throws Exception {
    ServerConfig config = new ConfigFile(other).read("listen: \"[::1]:0\"");
    HoldfastServer six = HoldfastServer.start(config, alert -> {});
    try (Socket socket = new Socket(InetAddress.getByAddress(IPV6_LOOPBACK), six.port())) {
      socket
          .getOutputStream()
          .write("GET / HTTP/1.1\r\nHost: [::1]\r\nConnection: close\r\n\r\n".getBytes(ISO_8859_1));

      assertThat(Http.read(socket).status()).isEqualTo(200);
    } finally {
      six.stop();
    }
  }

  @Test
  void another_address_of_this_machine_is_its_own_host(@TempDir Path other) throws Exception {
    ServerConfig config = new ConfigFile(other).read("listen: 127.0.0.2:0");
    HoldfastServer two = HoldfastServer.start(config, alert -> {});
    try (Socket socket =
        new Socket(InetAddress.getByAddress(new byte[] {127, 0, 0, 2}), two.port())) {
      socket
          .getOutputStream()
          .write(
              "GET / HTTP/1.1\r\nHost: 127.0.0.2\r\nConnection: close\r\n\r\n"
                  .getBytes(ISO_8859_1));

      assertThat(Http.read(socket).status()).isEqualTo(200);
    } finally {
      two.stop();
    }
  }

  @Test
  void an_address_that_can_not_be_listened_on_is_named(@TempDir Path other) throws Exception {
    ConfigFile file = new ConfigFile(other);
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String address = "127.0.0.1:" + taken.getLocalPort();
      ServerConfig config = file.read("listen: " + address);
      assertThatThrownBy(() -> HoldfastServer.start(config, alert -> {}))
          .isInstanceOf(IOException.class)
          .hasMessage(
              "listen must be an address that is free but "
                  + address
                  + " is taken or not this machine's; set another with listen: in the"
                  + " configuration");
    }
    ServerConfig nowhere = file.read("listen: \"[1:2]:80\"");
    assertThatThrownBy(() -> HoldfastServer.start(nowhere, alert -> {}))
        .isInstanceOf(IOException.class)
        .hasMessage("listen must be an address of this machine but [1:2] is none");
  }
}
