package dev.holdfast.client;

import dev.holdfast.core.CallScope;
import dev.holdfast.core.Connection;
import dev.holdfast.core.Durations;
import java.time.Duration;
import java.util.regex.Pattern;

/**
 * A provider reached over HTTP, by name.
 *
 * <p>Immutable and safe for use by many threads. Its transport belongs to whoever made it and is
 * not closed here.
 */
public final class HttpConnection implements Connection<HttpCalls> {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");
  private static final Duration TIMEOUT_MIN = Duration.ofMillis(1);
  private static final Duration TIMEOUT_MAX = Duration.ofMinutes(10);

  private final String name;
  private final String baseUrl;
  private final Duration timeout;
  private final Transport transport;

  /**
   * Names a provider.
   *
   * @param name the connection's name: 1 to 64 letters, digits, dots, dashes and underscores, the
   *     first a letter or digit
   * @param baseUrl what each path is put behind: http or https, a host, no user info, query or
   *     fragment
   * @param timeout how long one call may take, headers and body, 1 millisecond to 10 minutes
   * @param transport what sends
   * @throws IllegalArgumentException if a value breaks its rule
   */
  public HttpConnection(String name, String baseUrl, Duration timeout, Transport transport) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "connection name must be 1 to 64 letters, digits, dots, dashes and underscores, the first"
              + " a letter or digit, but was not");
    }
    this.name = name;
    this.baseUrl = BaseUrl.checked("base URL of connection " + name, baseUrl);
    this.timeout = checkedTimeout("timeout of connection " + name, timeout);
    this.transport = transport;
  }

  /**
   * Checks how long one call may take.
   *
   * @param name how an error names it
   * @param timeout 1 millisecond to 10 minutes
   * @return the timeout
   * @throws IllegalArgumentException if it is out of its range
   */
  public static Duration checkedTimeout(String name, Duration timeout) {
    if (timeout.compareTo(TIMEOUT_MIN) < 0 || timeout.compareTo(TIMEOUT_MAX) > 0) {
      throw new IllegalArgumentException(
          "%s must be between %s and %s but was %s"
              .formatted(
                  name,
                  Durations.text(TIMEOUT_MIN),
                  Durations.text(TIMEOUT_MAX),
                  Durations.text(timeout)));
    }
    return timeout;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public HttpCalls within(CallScope scope) {
    return new HttpCalls(this, scope);
  }

  String baseUrl() {
    return baseUrl;
  }

  Duration timeout() {
    return timeout;
  }

  Transport transport() {
    return transport;
  }
}
