package dev.holdfast.benchmarks;

import com.github.mizosoft.methanol.Methanol;
import dev.holdfast.client.Client;
import dev.holdfast.client.HttpApi;
import dev.holdfast.client.runtime.Signal;
import dev.holdfast.client.transport.JdkTransport;
import dev.holdfast.client.transport.Reply;
import dev.holdfast.client.transport.Transport;
import dev.holdfast.transport.okhttp.OkHttpTransport;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import okhttp3.ConnectionPool;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.Response;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.web.client.RestClient;

/**
 * Who is measured by {@code ./bench http}: the bare clients in their fastest setting, ours on each,
 * and peers as their users use them. All speak HTTP/1.1, send the same fields and build their
 * request anew for each call.
 */
final class HttpContenders {
  private static final Map<String, String> FIELDS =
      Map.of("Accept", "application/json", "Accept-Encoding", "gzip");
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private HttpContenders() {}

  /** The bare clients, our transports on them, and our client on those. */
  static List<HttpContender> pairs(URI uri) {
    JdkTransport jdk = JdkTransport.create();
    OkHttpTransport okHttp = OkHttpTransport.create();
    return List.of(
        raw(uri),
        new HttpContender("transport", () -> body(jdk, uri), jdk::close),
        ours("ours", jdk, uri),
        rawOkHttp(uri),
        new HttpContender("okhttp_transport", () -> body(okHttp, uri), okHttp::close),
        ours("okhttp_ours", okHttp, uri));
  }

  /** What others use. */
  static List<HttpContender> peers(URI uri) {
    return List.of(methanol(uri), okHttp(uri), restClient(uri));
  }

  private static HttpContender raw(URI uri) {
    // Measured: a blocking send whose tasks run where they come up is the fastest that it has.
    HttpClient client =
        HttpClient.newBuilder().version(Version.HTTP_1_1).executor(Runnable::run).build();
    return new HttpContender(
        "raw", () -> client.send(request(uri), BodyHandlers.ofByteArray()).body(), client::close);
  }

  private static HttpRequest request(URI uri) {
    HttpRequest.Builder request = HttpRequest.newBuilder(uri);
    FIELDS.forEach(request::setHeader);
    return request.build();
  }

  private static byte[] body(Transport transport, URI uri) {
    Reply reply =
        transport.send(
            new Transport.Request("GET", uri, FIELDS, new byte[0]), TIMEOUT, Signal.never());
    return reply instanceof Reply.Answer answer ? answer.body() : new byte[0];
  }

  private static HttpContender ours(String name, Transport transport, URI uri) {
    Client client =
        Client.of(HttpApi.named("bench").baseUrl(uri.resolve("/").toString()).build())
            .transport(transport)
            .build();
    return new HttpContender(
        name, () -> client.get(uri.getPath(), byte[].class).value(), client::close);
  }

  private static HttpContender rawOkHttp(URI uri) {
    // No timeouts, each of which would cost a timer, and no connection thrown away.
    OkHttpClient client =
        new OkHttpClient.Builder()
            .protocols(List.of(Protocol.HTTP_1_1))
            .connectionPool(new ConnectionPool(64, 1, TimeUnit.MINUTES))
            .readTimeout(Duration.ZERO)
            .writeTimeout(Duration.ZERO)
            .build();
    return okHttp("okhttp_raw", client, uri);
  }

  private static HttpContender okHttp(URI uri) {
    return okHttp("okhttp", new OkHttpClient(), uri);
  }

  private static HttpContender okHttp(String name, OkHttpClient client, URI uri) {
    String url = uri.toString();
    return new HttpContender(
        name,
        () -> {
          Request.Builder request = new Request.Builder().url(url);
          FIELDS.forEach(request::header);
          try (Response response = client.newCall(request.build()).execute()) {
            return response.body().bytes();
          }
        },
        () -> client.connectionPool().evictAll());
  }

  private static HttpContender methanol(URI uri) {
    Methanol client = Methanol.newBuilder().version(Version.HTTP_1_1).build();
    return new HttpContender(
        "methanol",
        () -> client.send(request(uri), BodyHandlers.ofByteArray()).body(),
        client::close);
  }

  private static HttpContender restClient(URI uri) {
    HttpClient jdk = HttpClient.newBuilder().version(Version.HTTP_1_1).build();
    RestClient client =
        RestClient.builder().requestFactory(new JdkClientHttpRequestFactory(jdk)).build();
    return new HttpContender(
        "restclient",
        () ->
            client
                .get()
                .uri(uri)
                .headers(fields -> FIELDS.forEach(fields::set))
                .retrieve()
                .body(byte[].class),
        jdk::close);
  }
}
