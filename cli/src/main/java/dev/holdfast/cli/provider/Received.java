package dev.holdfast.cli.provider;

import dev.holdfast.server.Printable;
import java.util.Optional;

/**
 * A request that the example provider received.
 *
 * @param number its number, counted from 1
 * @param answer what the provider did with it
 * @param method the HTTP method
 * @param path the path and query
 * @param key the {@code Idempotency-Key}, if there was one
 * @param body the body as text, up to 65,536 bytes of it
 * @param repeatOf the number of the request with the same key that was answered 200 first, if any
 */
public record Received(
    int number,
    Behaviour answer,
    String method,
    String path,
    Optional<String> key,
    String body,
    Optional<Integer> repeatOf) {

  private static final int SHOWN_MAX = 100;

  /** The request as a listing shows it. */
  String text() {
    return "#%d %s %s %s key %s%s%s"
        .formatted(
            number,
            answer.answer(),
            Printable.line(method, SHOWN_MAX),
            Printable.line(path, SHOWN_MAX),
            key.map(each -> Printable.line(each, SHOWN_MAX)).orElse("none"),
            body.isEmpty() ? "" : " " + Printable.line(body, SHOWN_MAX),
            repeatOf.map(first -> " repeat of #" + first).orElse(""));
  }
}
