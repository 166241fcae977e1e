package dev.holdfast.benchmarks;

import dev.holdfast.core.HttpDate;
import dev.holdfast.simulation.AskedWait;
import dev.holdfast.simulation.ScriptedOutcome;
import dev.holdfast.simulation.SimulationOptions;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A simulation of the conformance file, which is known to be sound. */
record SimulationCase(List<ScriptedOutcome> script, SimulationOptions options) {

  static List<SimulationCase> all() {
    Path file = Bench.home().resolve("conformance/retry-schedule.json");
    return list(JsonMapper.shared().readTree(file).get("cases"), SimulationCase::read);
  }

  private static SimulationCase read(JsonNode node) {
    return new SimulationCase(
        list(node.get("outcomes"), SimulationCase::outcome), options(node.get("options")));
  }

  private static ScriptedOutcome outcome(JsonNode node) {
    long ms = node.path("ms").asLong(0);
    return node.has("code")
        ? new ScriptedOutcome.NetworkError(node.get("code").asString(), ms)
        : new ScriptedOutcome.Answer(node.get("status").asInt(), asked(node), ms);
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

  private static <T> List<T> list(JsonNode nodes, Function<JsonNode, T> each) {
    return StreamSupport.stream(nodes.spliterator(), false).map(each).toList();
  }
}
