package dev.holdfast.server;

import dev.holdfast.delivery.Emitted;
import dev.holdfast.delivery.Engine;
import dev.holdfast.delivery.Event;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** {@code POST /v1/events}: accepts an event once it is committed. */
final class Intake {
  private static final Pattern KEY = Pattern.compile("[!-~]([ -~]{0,253}[!-~])?");

  static final String KEY_RULE = "1 to 255 visible ASCII characters, spaces only between others";

  private final Engine engine;

  Intake(Engine engine) {
    this.engine = engine;
  }

  Answer accept(byte[] body, List<String> idempotencyKeys) throws Problem.Found {
    Optional<String> key = key(idempotencyKeys);
    EventRequest request = EventRequest.read(body);
    Emitted emitted = engine.emit(request.type(), request.payload(), key);
    return switch (emitted) {
      case Emitted.Created created -> Answer.json(201, shown(created.event()));
      case Emitted.Repeated repeated -> Answer.json(200, shown(repeated.event()));
      case Emitted.Conflict conflict ->
          throw new Problem.Found(
              new Problem(
                  409,
                  "The idempotency key was used before",
                  "another event was accepted under this Idempotency-Key as "
                      + conflict.event().id()
                      + "; use a new key for a new event"));
    };
  }

  private static Optional<String> key(List<String> keys) throws Problem.Found {
    if (keys.isEmpty()) {
      return Optional.empty();
    }
    if (keys.size() > 1 || !isKey(keys.getFirst())) {
      throw Problem.invalid("Idempotency-Key must be given once, with " + KEY_RULE);
    }
    return Optional.of(keys.getFirst());
  }

  /** Whether it may be an idempotency key, wherever it comes from. */
  static boolean isKey(String key) {
    return KEY.matcher(key).matches();
  }

  static String shown(Event event) {
    return Json.object(json -> {
      json.writeStringProperty("id", event.id());
      json.writeStringProperty("type", event.type());
      json.writeStringProperty("emittedAt", event.emittedAt().toString());
    });
  }
}
