package dev.holdfast.cli;

import dev.holdfast.core.Breaker;
import dev.holdfast.core.ErrorCode;
import dev.holdfast.delivery.BreakerView;
import dev.holdfast.delivery.DeliveryView;
import dev.holdfast.delivery.Failure;
import dev.holdfast.delivery.Holding;
import dev.holdfast.server.BreakerText;
import java.io.StringWriter;
import java.util.List;
import java.util.function.BiConsumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;

/** What a store holds, as JSON: an array with one object a line. */
final class StoreJson {
  // ASCII, so that no name or type can control a terminal.
  private static final JsonFactory JSON =
      JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

  private StoreJson() {}

  static String deliveries(List<DeliveryView> views) {
    return array(views, StoreJson::delivery);
  }

  static String breakers(List<BreakerView> views) {
    return array(views, StoreJson::breaker);
  }

  private static <T> String array(List<T> each, BiConsumer<JsonGenerator, T> members) {
    StringBuilder lines = new StringBuilder("[");
    for (T one : each) {
      StringWriter text = new StringWriter();
      try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
        json.writeStartObject();
        members.accept(json, one);
        json.writeEndObject();
      }
      lines.append(lines.length() == 1 ? "" : ",\n ").append(text);
    }
    return lines.append("]\n").toString();
  }

  private static void delivery(JsonGenerator json, DeliveryView view) {
    json.writeStringProperty("id", view.id());
    json.writeStringProperty("event", view.event());
    json.writeStringProperty("type", view.type());
    json.writeStringProperty("subscriber", view.subscriber());
    json.writeStringProperty("state", view.state().text());
    json.writeStringProperty("emittedAt", view.emittedAt().toString());
    json.writeStringProperty("dueAt", view.dueAt().toString());
    json.writeNumberProperty("attempts", view.attempts());
    json.writeNumberProperty("heldMs", view.held().toMillis());
    view.failure().ifPresent(failure -> failure(json, failure));
    view.heldBy().ifPresent(by -> heldBy(json, by));
  }

  private static void failure(JsonGenerator json, Failure failure) {
    json.writeObjectPropertyStart("lastFailure");
    json.writeStringProperty("kind", failure.kind().text());
    failure.code().map(ErrorCode::text).ifPresent(c -> json.writeStringProperty("code", c));
    failure.status().ifPresent(status -> json.writeNumberProperty("status", status));
    json.writeEndObject();
  }

  private static void heldBy(JsonGenerator json, Holding.By by) {
    json.writeObjectPropertyStart("heldBy");
    json.writeStringProperty("connection", by.connection());
    json.writeStringProperty("since", by.openedAt().toString());
    json.writeEndObject();
  }

  private static void breaker(JsonGenerator json, BreakerView view) {
    json.writeStringProperty("connection", view.connection());
    json.writeStringProperty("state", BreakerText.state(view.breaker()));
    json.writeNumberProperty("held", view.held());
    switch (view.breaker()) {
      case Breaker.Closed closed -> json.writeNumberProperty("failuresInARow", closed.run());
      case Breaker.Open open -> {
        json.writeStringProperty("openedAt", open.openedAt().toString());
        json.writeStringProperty("probeAt", open.probeAt().toString());
      }
      case Breaker.Probing probing -> {
        json.writeStringProperty("openedAt", probing.openedAt().toString());
        json.writeStringProperty("probe", probing.probe().delivery());
      }
    }
  }
}
