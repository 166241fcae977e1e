package dev.holdfast.transport.okhttp;

import dev.holdfast.client.transport.Transport;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import okhttp3.HttpUrl;
import okhttp3.MediaType;
import okhttp3.Request;
import okhttp3.RequestBody;
import okio.BufferedSink;
import org.jspecify.annotations.Nullable;

/** Writes our requests as OkHttp's. */
final class Requests {
  /** Fields that frame the message or steer the connection, which is OkHttp's to do. */
  private static final Set<String> RESERVED =
      ignoringCase(
          "Connection", "Content-Length", "Expect", "Host", "Transfer-Encoding", "Upgrade");

  /** Methods that OkHttp sends with a body only, be it an empty one. */
  private static final Set<String> WITH_BODY =
      Set.of("POST", "PUT", "PATCH", "PROPPATCH", "QUERY", "REPORT");

  private static final String ACCEPT_ENCODING = "Accept-Encoding";

  private Requests() {}

  private static Set<String> ignoringCase(String... names) {
    Set<String> set = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    set.addAll(Set.of(names));
    return set;
  }

  /**
   * Writes a request.
   *
   * @throws IllegalArgumentException if it is none that can be sent. Its text may hold a secret
   */
  static Request.Builder of(Transport.Request request, HttpUrl url) {
    Request.Builder builder =
        new Request.Builder().url(url).method(request.method(), body(request));
    boolean decodes = true;
    for (Map.Entry<String, String> each : request.headers().entrySet()) {
      String name = each.getKey();
      if (RESERVED.contains(name)) {
        throw new IllegalArgumentException("headers must not have " + name);
      }
      decodes &= !name.equalsIgnoreCase(ACCEPT_ENCODING);
      builder.addHeader(name, each.getValue());
    }
    // Asked for here, or OkHttp would ask and undo it, with no limit.
    return decodes ? builder.addHeader(ACCEPT_ENCODING, "gzip") : builder;
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
