package dev.holdfast.simulation;

import dev.holdfast.core.HttpDate;
import dev.holdfast.simulation.RetrySchedule.Attempt;
import dev.holdfast.simulation.RetrySchedule.Outcome;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads the repository's own copy of the conformance file. */
final class Conformance {
  private static final Path FILE = Path.of("..", "conformance", "retry-schedule.json");

  private Conformance() {}

  record Case(
      String name,
      List<ScriptedOutcome> outcomes,
      SimulationOptions options,
      RetrySchedule expected) {
    @Override
    public String toString() {
      return name;
    }
  }

  static List<Case> cases() {
    return list(JsonMapper.shared().readTree(FILE).get("cases"), Conformance::read);
  }

  private static Case read(JsonNode node) {
    return new Case(
        node.get("name").asString(),
        list(node.get("outcomes"), Conformance::outcome),
        options(node.get("options")),
        expected(node.get("expected")));
  }

  private static ScriptedOutcome outcome(JsonNode node) {
    long ms = node.path("ms").asLong(0);
    if (node.has("code")) {
      return new ScriptedOutcome.NetworkError(node.get("code").asString(), ms);
    }
    return new ScriptedOutcome.Answer(node.get("status").asInt(), asked(node), ms);
  }

  private static AskedWait asked(JsonNode outcome) {
    JsonNode asked = outcome.path("retryAfter");
    if (asked.isMissingNode()) {
      return AskedWait.NONE;
    }
    return asked.isNumber()
        ? AskedWait.seconds(asked.decimalValue())
        : new AskedWait.Until(HttpDate.read(asked.asString(), Instant.EPOCH).orElseThrow());
  }

  private static SimulationOptions options(JsonNode node) {
    return new SimulationOptions(
        node.get("baseDelay").asLong(),
        node.get("maxDelay").asLong(),
        node.get("maxAttempts").asInt(),
        list(node.get("jitter"), JsonNode::asDouble),
        millis(node.path("timeout")),
        millis(node.path("deadline")),
        millis(node.path("startTime")));
  }

  private static OptionalLong millis(JsonNode node) {
    return node.isMissingNode() ? OptionalLong.empty() : OptionalLong.of(node.asLong());
  }

  private static RetrySchedule expected(JsonNode node) {
    return new RetrySchedule(
        Outcome.valueOf(node.get("outcome").asString().toUpperCase(Locale.ROOT)),
        list(
            node.get("attempts"),
            each ->
                new Attempt(
                    each.get("attempt").asInt(),
                    each.get("at").asLong(),
                    each.get("result").asString())),
        list(node.get("waits"), JsonNode::asLong));
  }

  private static <T> List<T> list(JsonNode nodes, Function<JsonNode, T> each) {
    return StreamSupport.stream(nodes.spliterator(), false).map(each).toList();
  }
}
