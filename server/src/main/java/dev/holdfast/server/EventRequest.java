package dev.holdfast.server;

import dev.holdfast.delivery.Payload;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;

/**
 * The body of {@code POST /v1/events}: {@code {"type": …, "payload": …}}.
 *
 * @param type the event's type
 * @param payload the bytes of the payload's JSON value, exactly as they came
 */
record EventRequest(String type, Payload payload) {
  /** A payload beyond this is refused, however it comes. */
  static final int BYTES_MAX = 1024 * 1024;

  private static final StreamReadConstraints LIMITS = StreamReadConstraints.defaults();
  private static final JsonFactory JSON =
      JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  /** Reads a body. */
  static EventRequest read(byte[] body) throws Problem.Found {
    requireUtf8(body);
    try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), body)) {
      return read(parser, body);
    } catch (JacksonException e) {
      throw Problem.invalid("the body must be one JSON object" + reason(e));
    }
  }

  /** Reads a JSON text that is a payload of its own. */
  static Payload payload(byte[] json) throws Problem.Found {
    if (json.length > BYTES_MAX) {
      throw Problem.invalid("the payload must be at most " + BYTES_MAX + " bytes");
    }
    requireUtf8(json);
    try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), json)) {
      if (parser.nextToken() == null) {
        throw Problem.invalid("the payload must be a JSON value but was empty");
      }
      Payload payload = value(parser, json);
      requireEnd(parser);
      return payload;
    } catch (JacksonException e) {
      throw Problem.invalid("the payload must be one JSON value" + reason(e));
    }
  }

  // Another encoding, or a byte order mark, would shift the offsets that the payload is cut by.
  private static void requireUtf8(byte[] body) throws Problem.Found {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body));
    } catch (CharacterCodingException e) {
      throw Problem.invalid("the body must be UTF-8");
    }
    boolean marked =
        body.length >= 3
            && body[0] == (byte) 0xEF
            && body[1] == (byte) 0xBB
            && body[2] == (byte) 0xBF;
    boolean wide = false;
    for (int i = 0; i < Math.min(4, body.length); i++) {
      wide |= body[i] == 0;
    }
    if (marked || wide) {
      throw Problem.invalid("the body must be UTF-8 without a byte order mark");
    }
  }

  private static EventRequest read(JsonParser parser, byte[] body) throws Problem.Found {
    if (parser.nextToken() != JsonToken.START_OBJECT) {
      throw Problem.invalid("the body must be a JSON object with type and payload");
    }
    Optional<String> type = Optional.empty();
    Optional<Payload> payload = Optional.empty();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      parser.nextToken();
      switch (name) {
        case "type" -> type = Optional.of(type(parser));
        case "payload" -> payload = Optional.of(value(parser, body));
        default ->
            throw Problem.invalid("the body holds an unknown member; known are type and payload");
      }
    }
    requireEnd(parser);
    return new EventRequest(
        type.orElseThrow(() -> Problem.invalid("type must be there")),
        payload.orElseThrow(() -> Problem.invalid("payload must be there; null is one")));
  }

  private static String type(JsonParser parser) throws Problem.Found {
    if (parser.currentToken() != JsonToken.VALUE_STRING) {
      throw Problem.invalid("type must be a string");
    }
    return checkedType(parser.getString());
  }

  static String checkedType(String type) throws Problem.Found {
    try {
      return EventType.checked("type", type);
    } catch (IllegalArgumentException e) {
      throw Problem.invalid(String.valueOf(e.getMessage()));
    }
  }

  private static Payload value(JsonParser parser, byte[] body) {
    long from = parser.currentTokenLocation().getByteOffset();
    parser.skipChildren();
    // A scalar is read to its end only when it is asked for.
    parser.finishToken();
    long to = parser.currentLocation().getByteOffset();
    // The space that ends a number at the outermost level is read with it.
    while (isSpace(body[(int) to - 1])) {
      to--;
    }
    return Payload.of(Arrays.copyOfRange(body, (int) from, (int) to));
  }

  private static boolean isSpace(byte b) {
    return b == ' ' || b == '\t' || b == '\n' || b == '\r';
  }

  private static void requireEnd(JsonParser parser) throws Problem.Found {
    if (parser.nextToken() != null) {
      throw Problem.invalid("the body must end after its JSON value");
    }
  }

  // Never the parser's own words: they hold parts of the payload.
  private static String reason(JacksonException e) {
    if (e instanceof StreamConstraintsException) {
      return " nested at most "
          + LIMITS.getMaxNestingDepth()
          + " deep, with numbers of at most "
          + LIMITS.getMaxNumberLength()
          + " and names of at most "
          + LIMITS.getMaxNameLength()
          + " characters";
    }
    TokenStreamLocation at = e.getLocation();
    return at == null
        ? ""
        : ": what is at line " + at.getLineNr() + ", column " + at.getColumnNr() + " breaks it";
  }
}
