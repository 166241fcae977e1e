package dev.holdfast.cli;

import dev.holdfast.simulation.RetrySchedule;
import dev.holdfast.simulation.RetrySchedule.Attempt;
import java.io.StringWriter;
import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;

/** Writes schedules as JSON, each in a line of its own. */
final class SimulationJson {
  // Pure ASCII, so that it stays whole whatever the terminal's character set.
  private static final JsonFactory FACTORY =
      JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

  private SimulationJson() {}

  static String list(List<RetrySchedule> schedules) {
    return schedules.stream()
        .map(SimulationJson::single)
        .collect(Collectors.joining(",\n ", "[", "]"));
  }

  static String single(RetrySchedule schedule) {
    StringWriter json = new StringWriter();
    try (JsonGenerator to = FACTORY.createGenerator(ObjectWriteContext.empty(), json)) {
      to.writeStartObject();
      to.writeStringProperty("outcome", schedule.outcome().text());
      to.writeArrayPropertyStart("attempts");
      schedule.attempts().forEach(each -> write(each, to));
      to.writeEndArray();
      to.writeArrayPropertyStart("waits");
      schedule.waits().forEach(to::writeNumber);
      to.writeEndArray();
      to.writeEndObject();
    }
    return json.toString();
  }

  private static void write(Attempt attempt, JsonGenerator to) {
    to.writeStartObject();
    to.writeNumberProperty("attempt", attempt.attempt());
    to.writeNumberProperty("at", attempt.at());
    to.writeStringProperty("result", attempt.result());
    to.writeEndObject();
  }
}
