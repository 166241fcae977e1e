package dev.holdfast.client.transport;

import java.net.ProxySelector;
import java.net.http.HttpClient;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * What can be chosen about a {@link JdkTransport}. Immutable.
 *
 * @param version the highest HTTP version to speak; {@link HttpClient.Version#HTTP_1_1} by default,
 *     as with HTTP/2 one lost connection takes every call on it along
 * @param maxBodyBytes how long a body may be, as it comes and again with gzip undone: 1 byte to 1
 *     GiB, 16 MiB by default
 * @param tls keys and trust; null, the default, for the JVM's own
 * @param proxy chooses proxies; null, the default, for the JVM's own choice
 */
public record JdkOptions(
    HttpClient.Version version,
    int maxBodyBytes,
    @Nullable SSLContext tls,
    @Nullable ProxySelector proxy) {

  /** HTTP/1.1, bodies of up to 16 MiB, the JVM's own trust and proxies. */
  public static final JdkOptions DEFAULT =
      new JdkOptions(HttpClient.Version.HTTP_1_1, 16 << 20, null, null);

  private static final int MAX_BODY_BYTES_MAX = 1 << 30;

  /**
   * Checks the limit.
   *
   * @throws IllegalArgumentException if maxBodyBytes is out of its range
   */
  public JdkOptions {
    if (maxBodyBytes < 1 || maxBodyBytes > MAX_BODY_BYTES_MAX) {
      throw new IllegalArgumentException(
          "maxBodyBytes must be between 1 and " + MAX_BODY_BYTES_MAX + " but was " + maxBodyBytes);
    }
  }

  /**
   * The same options with another version.
   *
   * @param version the highest HTTP version to speak
   * @return a copy
   */
  public JdkOptions version(HttpClient.Version version) {
    return new JdkOptions(version, maxBodyBytes, tls, proxy);
  }

  /**
   * The same options with another limit.
   *
   * @param maxBodyBytes how long a body may be, 1 byte to 1 GiB
   * @return a copy
   * @throws IllegalArgumentException if it is out of its range
   */
  public JdkOptions maxBodyBytes(int maxBodyBytes) {
    return new JdkOptions(version, maxBodyBytes, tls, proxy);
  }

  /**
   * The same options with other keys and trust.
   *
   * @param tls keys and trust
   * @return a copy
   */
  public JdkOptions tls(SSLContext tls) {
    return new JdkOptions(version, maxBodyBytes, tls, proxy);
  }

  /**
   * The same options with other proxies.
   *
   * @param proxy chooses proxies
   * @return a copy
   */
  public JdkOptions proxy(ProxySelector proxy) {
    return new JdkOptions(version, maxBodyBytes, tls, proxy);
  }
}
