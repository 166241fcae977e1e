package dev.holdfast.server;

import java.io.StringWriter;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Writes small JSON answers. */
final class Json {
  private static final JsonFactory JSON = new JsonFactory();

  private Json() {}

  static String object(Consumer<JsonGenerator> members) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
      json.writeStartObject();
      members.accept(json);
      json.writeEndObject();
    }
    return text.toString();
  }
}
