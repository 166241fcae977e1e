package dev.holdfast.client;

import dev.holdfast.core.CallScope;
import dev.holdfast.core.Connection;
import dev.holdfast.core.Durations;
import java.time.Duration;

/**
 * A client as the connection that deliveries' actions call through.
 *
 * <p>Whatever a call's retries send, it is one attempt of the delivery: no call outlasts what the
 * attempt has left. Immutable and safe for use by many threads. The client is not closed here.
 */
public final class HttpConnection implements Connection<HttpCalls> {
  private static final Duration TIMEOUT_MIN = Duration.ofMillis(1);
  private static final Duration TIMEOUT_MAX = Duration.ofMinutes(10);

  private final Client client;

  /**
   * Makes a connection that has its client's name.
   *
   * @param client what calls
   */
  public HttpConnection(Client client) {
    this.client = client;
  }

  /**
   * Checks how long one call of a connection may take.
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
    return client.name();
  }

  @Override
  public HttpCalls within(CallScope scope) {
    return new HttpCalls(client, scope);
  }
}
