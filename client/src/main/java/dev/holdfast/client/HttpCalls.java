package dev.holdfast.client;

import dev.holdfast.core.CallEnding;
import dev.holdfast.core.CallScope;
import dev.holdfast.core.OperationKind;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * What an action calls a provider with, for one attempt.
 *
 * <p>Each call is sent once, and its ending is both returned and told to the attempt.
 */
public final class HttpCalls {

  /** A client would send anything beyond ASCII as a question mark: different keys, made one. */
  private static final Pattern KEY = Pattern.compile("[!-~]([ -~]{0,253}[!-~])?");

  private final HttpConnection connection;
  private final CallScope scope;

  HttpCalls(HttpConnection connection, CallScope scope) {
    this.connection = connection;
    this.scope = scope;
  }

  /**
   * Sends one write that is safe to repeat: the key goes along as {@code Idempotency-Key}.
   *
   * <p>It takes no longer than the connection's timeout, nor than the attempt has left. With no
   * time left, it is not sent and ends as {@link CallEnding.Capped}.
   *
   * @param path where to, behind the connection's base URL; starts with a slash
   * @param json the body, sent as it is
   * @param idempotencyKey the same for every attempt at this write: 1 to 255 visible ASCII
   *     characters, spaces only between others
   * @return how the call ended
   * @throws IllegalArgumentException if the path or the key breaks its rule; the attempt is told of
   *     a refused call
   */
  public CallEnding post(String path, byte[] json, String idempotencyKey) {
    Transport.Request request;
    try {
      request = request(path, json, idempotencyKey);
    } catch (IllegalArgumentException e) {
      scope.ended(OperationKind.KEYED_WRITE, new CallEnding.Refused());
      throw e;
    }
    Duration left = scope.timeLeft();
    if (!left.isPositive()) {
      CallEnding capped = new CallEnding.Capped();
      scope.ended(OperationKind.KEYED_WRITE, capped);
      return capped;
    }
    Duration timeout = connection.timeout();
    return send(request, left.compareTo(timeout) < 0 ? left : timeout);
  }

  private CallEnding send(Transport.Request request, Duration timeout) {
    scope.starting(OperationKind.KEYED_WRITE);
    // Stands where a transport breaks its promise and throws: it may have sent before.
    CallEnding ending = new CallEnding.Broken();
    try {
      ending = connection.transport().send(request, timeout);
      return ending;
    } finally {
      scope.ended(OperationKind.KEYED_WRITE, ending);
    }
  }

  private Transport.Request request(String path, byte[] json, String key) {
    String who = " of a call to connection " + connection.name();
    if (!KEY.matcher(key).matches()) {
      throw new IllegalArgumentException(
          "idempotencyKey%s must be 1 to 255 visible ASCII characters, spaces only between others, but was not"
              .formatted(who));
    }
    URI uri =
        BaseUrl.parsed(
            "path" + who, connection.baseUrl() + BaseUrl.checkedPath("path" + who, path));
    return new Transport.Request(
        "POST", uri, Map.of("Content-Type", "application/json", "Idempotency-Key", key), json);
  }
}
