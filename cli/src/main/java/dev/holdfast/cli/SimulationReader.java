package dev.holdfast.cli;

import dev.holdfast.core.HttpDate;
import dev.holdfast.simulation.AskedWait;
import dev.holdfast.simulation.ScriptedOutcome;
import dev.holdfast.simulation.SimulationInputException;
import dev.holdfast.simulation.SimulationOptions;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;

/** Reads simulations from JSON; what it can't read without a guess it refuses. */
final class SimulationReader {
  private static final List<String> LIST_KEYS = List.of("cases", "name", "note", "expected");
  private static final List<String> CASE_KEYS =
      List.of("outcomes", "options", "name", "note", "expected");
  private static final List<String> OUTCOME_KEYS = List.of("code", "status", "retryAfter", "ms");
  private static final List<String> OPTION_KEYS =
      List.of("baseDelay", "maxDelay", "maxAttempts", "jitter", "timeout", "deadline", "startTime");

  private SimulationReader() {}

  /** Tells whether a file holds a list of simulations and not a single one. */
  static boolean isList(JsonNode file) {
    return file.has("cases");
  }

  /** Reads all simulations of a file, in order. */
  static List<Simulation> read(JsonNode file) {
    JsonPlace whole = new JsonPlace("", file);
    return isList(file)
        ? whole.objectOf(LIST_KEYS).at("cases").elements().stream()
            .map(SimulationReader::simulation)
            .toList()
        : List.of(simulation(whole));
  }

  private static Simulation simulation(JsonPlace place) {
    place.objectOf(CASE_KEYS);
    JsonPlace optionsPlace = place.at("options");
    SimulationOptions options = named(optionsPlace, () -> options(optionsPlace));
    // A year of two digits is placed by the time of the simulation.
    Instant start = Instant.ofEpochMilli(options.startTime().orElse(0));
    List<ScriptedOutcome> script =
        place.at("outcomes").elements().stream()
            .map(each -> named(each, () -> outcome(each, start)))
            .toList();
    return new Simulation(place.path(), script, optionsPlace.path(), options);
  }

  /** Puts the path of an object before a refusal that names only the key. */
  private static <T> T named(JsonPlace place, Supplier<T> read) {
    try {
      return read.get();
    } catch (SimulationInputException e) {
      throw new RefusedInputException(place.path() + "." + e.getMessage());
    }
  }

  private static SimulationOptions options(JsonPlace place) {
    place.objectOf(OPTION_KEYS);
    return new SimulationOptions(
        place.at("baseDelay").wholeMillis(),
        place.at("maxDelay").wholeMillis(),
        place.at("maxAttempts").wholeNumber(),
        place.at("jitter").elements().stream().map(JsonPlace::number).toList(),
        millisIfGiven(place.at("timeout")),
        millisIfGiven(place.at("deadline")),
        millisIfGiven(place.at("startTime")));
  }

  private static OptionalLong millisIfGiven(JsonPlace place) {
    return place.given() ? OptionalLong.of(place.wholeMillis()) : OptionalLong.empty();
  }

  private static ScriptedOutcome outcome(JsonPlace place, Instant start) {
    place.objectOf(OUTCOME_KEYS);
    JsonPlace code = place.at("code");
    JsonPlace status = place.at("status");
    JsonPlace asked = place.at("retryAfter");
    if (code.given() == status.given()) {
      throw place.refused("have either a code or a status");
    }
    long ms = millisIfGiven(place.at("ms")).orElse(0);
    if (status.given()) {
      return new ScriptedOutcome.Answer(status.wholeNumber(), asked(asked, start), ms);
    }
    if (asked.given()) {
      throw asked.refused("come with a status and not with a code");
    }
    return new ScriptedOutcome.NetworkError(code.string(), ms);
  }

  private static AskedWait asked(JsonPlace place, Instant start) {
    if (!place.given()) {
      return AskedWait.NONE;
    }
    if (place.node().isNumber()) {
      return AskedWait.seconds(place.node().decimalValue());
    }
    String date = place.node().isString() ? place.string() : "";
    return HttpDate.read(date, start)
        .map(AskedWait.Until::new)
        .orElseThrow(() -> place.refused("be a number of seconds or an HTTP date"));
  }
}
