package dev.holdfast.transport.okhttp;

import okhttp3.OkHttpClient;

/**
 * What can be chosen about an {@link OkHttpTransport}. Immutable.
 *
 * @param client whose proxies, certificates and name look-up are used; by default the JVM's own.
 *     Its timeouts, cookies, cache, authenticator, event listener and sockets are not, and it is
 *     neither changed nor closed. An interceptor in it must send once, as the transport does
 * @param http2 whether HTTP/2 is spoken with a server that offers it over TLS; false by default, as
 *     with HTTP/2 one lost connection takes every call on it along
 * @param maxBodyBytes how long a body may be, as it comes and again with gzip undone: 1 byte to 1
 *     GiB, 16 MiB by default
 */
public record OkHttpOptions(OkHttpClient client, boolean http2, int maxBodyBytes) {
  private static final int MAX_BODY_BYTES_DEFAULT = 16 << 20;
  private static final int MAX_BODY_BYTES_MAX = 1 << 30;

  /**
   * Checks the limit.
   *
   * @throws IllegalArgumentException if maxBodyBytes is out of its range
   */
  public OkHttpOptions {
    if (maxBodyBytes < 1 || maxBodyBytes > MAX_BODY_BYTES_MAX) {
      throw new IllegalArgumentException(
          "maxBodyBytes must be between 1 and " + MAX_BODY_BYTES_MAX + " but was " + maxBodyBytes);
    }
  }

  /**
   * The JVM's own proxies and trust, HTTP/1.1, bodies of up to 16 MiB.
   *
   * @return these options
   */
  public static OkHttpOptions defaults() {
    return new OkHttpOptions(new OkHttpClient(), false, MAX_BODY_BYTES_DEFAULT);
  }

  /**
   * The same options with another client's proxies, certificates and name look-up.
   *
   * @param client the client
   * @return a copy
   */
  public OkHttpOptions client(OkHttpClient client) {
    return new OkHttpOptions(client, http2, maxBodyBytes);
  }

  /**
   * The same options with or without HTTP/2.
   *
   * @param http2 whether it is spoken with a server that offers it over TLS
   * @return a copy
   */
  public OkHttpOptions http2(boolean http2) {
    return new OkHttpOptions(client, http2, maxBodyBytes);
  }

  /**
   * The same options with another limit.
   *
   * @param maxBodyBytes how long a body may be, 1 byte to 1 GiB
   * @return a copy
   * @throws IllegalArgumentException if it is out of its range
   */
  public OkHttpOptions maxBodyBytes(int maxBodyBytes) {
    return new OkHttpOptions(client, http2, maxBodyBytes);
  }
}
