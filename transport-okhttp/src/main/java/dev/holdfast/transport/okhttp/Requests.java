package dev.holdfast.transport.okhttp;

import dev.holdfast.client.transport.Transport;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import okhttp3.Headers;
import okhttp3.MediaType;
import okhttp3.OkHttp;
import okhttp3.Request;
import okhttp3.RequestBody;
import okio.BufferedSink;
import org.jspecify.annotations.Nullable;

/** Writes our requests as OkHttp's. Safe for use by many threads. */
final class Requests {
  /** Fields that frame the message or steer the connection, which is OkHttp's to do. */
  private static final Set<String> RESERVED =
      ignoringCase(
          "Connection", "Content-Length", "Expect", "Host", "Transfer-Encoding", "Upgrade");

  /** Methods that OkHttp sends with a body only, be it an empty one. */
  private static final Set<String> WITH_BODY =
      Set.of("POST", "PUT", "PATCH", "PROPPATCH", "QUERY", "REPORT");

  private static final String ACCEPT_ENCODING = "Accept-Encoding";

  private final Urls urls = new Urls();
  private volatile Fields last = new Fields(Map.of(), fields(Map.of()));

  private static Set<String> ignoringCase(String... names) {
    Set<String> set = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    set.addAll(Set.of(names));
    return set;
  }

  /**
   * Fields as they were given and as OkHttp has them.
   *
   * @param given as they were given
   * @param headers its fields, and those that OkHttp would add to each request
   */
  private record Fields(Map<String, String> given, Headers headers) {}

  /**
   * Writes a request.
   *
   * @throws IllegalArgumentException if it is none that can be sent. Its text may hold a secret
   */
  Request.Builder of(Transport.Request request) {
    return new Request.Builder()
        .url(urls.of(request.url()))
        .headers(headers(request.headers()))
        .method(request.method(), body(request));
  }

  /** A client's requests mostly have the same fields: they are kept from the last. */
  private Headers headers(Map<String, String> given) {
    Fields fields = last;
    if (!fields.given().equals(given)) {
      fields = new Fields(given, fields(given));
      last = fields;
    }
    return fields.headers();
  }

  private static Headers fields(Map<String, String> given) {
    Headers.Builder builder = new Headers.Builder();
    for (Map.Entry<String, String> each : given.entrySet()) {
      if (RESERVED.contains(each.getKey())) {
        throw new IllegalArgumentException("headers must not have " + each.getKey());
      }
      builder.add(each.getKey(), each.getValue());
    }
    // Asked for here, or OkHttp would ask and undo it, with no limit.
    addMissing(builder, ACCEPT_ENCODING, "gzip");
    addMissing(builder, "Connection", "Keep-Alive");
    addMissing(builder, "User-Agent", "okhttp/" + OkHttp.VERSION);
    return builder.build();
  }

  private static void addMissing(Headers.Builder builder, String name, String value) {
    if (builder.get(name) == null) {
      builder.add(name, value);
    }
  }

  private static @Nullable RequestBody body(Transport.Request request) {
    byte[] body = request.body();
    return body.length > 0 || WITH_BODY.contains(request.method()) ? new Bytes(body) : null;
  }

  /** A body that says nothing of its type and is not to be sent again by OkHttp. */
  private static final class Bytes extends RequestBody {
    private final byte[] bytes;

    Bytes(byte[] bytes) {
      this.bytes = bytes;
    }

    @Override
    public @Nullable MediaType contentType() {
      return null;
    }

    @Override
    public long contentLength() {
      return bytes.length;
    }

    @Override
    public boolean isOneShot() {
      return true;
    }

    @Override
    public void writeTo(BufferedSink sink) throws java.io.IOException {
      sink.write(bytes);
    }
  }
}
