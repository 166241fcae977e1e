package dev.holdfast.plugin.opentelemetry;

import dev.holdfast.client.transport.Transport;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.SpanBuilder;
import java.net.URI;
import java.util.Optional;

/**
 * Where a request goes, without what may be a secret.
 *
 * @param uri its URL; empty where it is none
 */
record Target(Optional<URI> uri) {
  private static final AttributeKey<String> ADDRESS = AttributeKey.stringKey("server.address");
  private static final AttributeKey<Long> PORT = AttributeKey.longKey("server.port");
  private static final AttributeKey<String> URL = AttributeKey.stringKey("url.full");

  static Target of(Transport.Request request) {
    try {
      return new Target(Optional.of(request.uri()).filter(uri -> uri.getHost() != null));
    } catch (IllegalArgumentException e) {
      return new Target(Optional.empty());
    }
  }

  void describe(SpanBuilder span) {
    uri.ifPresent(url -> {
      span.setAttribute(ADDRESS, address(url.getHost()));
      span.setAttribute(PORT, port(url));
      span.setAttribute(URL, shown(url));
    });
  }

  /** An IPv6 address stands in brackets in a URL, and nowhere else. */
  private static String address(String host) {
    return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
  }

  private static long port(URI url) {
    if (url.getPort() >= 0) {
      return url.getPort();
    }
    return "https".equalsIgnoreCase(url.getScheme()) ? 443 : 80;
  }

  /** The URL without user info, query and fragment. */
  private static String shown(URI url) {
    String port = url.getPort() < 0 ? "" : ":" + url.getPort();
    return url.getScheme() + "://" + url.getHost() + port + url.getRawPath();
  }
}
