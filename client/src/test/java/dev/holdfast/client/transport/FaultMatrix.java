package dev.holdfast.client.transport;

import dev.holdfast.client.transport.Fault.Line;
import dev.holdfast.core.OperationKind;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The repository's fault matrix: what is expected of an exchange, whatever its transport. */
final class FaultMatrix {
  static final FaultMatrix SHARED =
      new FaultMatrix(
          JsonMapper.shared().readTree(Path.of("..", "conformance", "fault-matrix.json")));

  private static final Map<OperationKind, String> OPERATIONS =
      Map.of(
          OperationKind.READ, "read",
          OperationKind.WRITE, "write",
          OperationKind.KEYED_WRITE, "keyed");

  /**
   * One row, or what a deviation makes of it.
   *
   * @param kind its class: N, U, A, A~ or L
   * @param retry what becomes of the operation: y, -, u, p or c
   * @param arrivals how many whole requests the provider sees
   */
  record Expected(String kind, String retry, long arrivals) {}

  /** Where something else is expected, of whom and why. */
  record Deviation(
      String whom,
      Set<String> rows,
      Set<String> operations,
      Set<String> lines,
      JsonNode expected,
      String reason) {

    boolean covers(Set<String> who, String row, OperationKind operation, Line line) {
      return who.contains(whom)
          && rows.contains(row)
          && (operations.isEmpty() || operations.contains(OPERATIONS.get(operation)))
          && (lines.isEmpty() || lines.contains(line.name()));
    }

    private Expected instead(Expected before) {
      return new Expected(
          expected.path("class").asString(before.kind()),
          expected.path("retry").asString(before.retry()),
          expected.path("arrivals").asLong(before.arrivals()));
    }
  }

  private final Map<String, JsonNode> rows;
  private final List<Deviation> deviations;

  private FaultMatrix(JsonNode file) {
    rows =
        stream(file.get("rows"))
            .collect(Collectors.toMap(row -> row.get("id").asString(), row -> row));
    deviations = stream(file.get("deviations")).map(FaultMatrix::deviation).toList();
  }

  private static Deviation deviation(JsonNode node) {
    return new Deviation(
        node.get("for").asString(),
        texts(node, "rows"),
        texts(node, "operations"),
        texts(node, "lines"),
        node,
        node.get("reason").asString());
  }

  private static Set<String> texts(JsonNode node, String name) {
    return stream(node.path(name)).map(JsonNode::asString).collect(Collectors.toSet());
  }

  private static Stream<JsonNode> stream(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false);
  }

  Set<String> ids() {
    return rows.keySet();
  }

  /** The rows that nothing brings about, and why. */
  Map<String, String> cannotRun() {
    return rows.values().stream()
        .filter(row -> row.has("cannotRun"))
        .collect(
            Collectors.toMap(
                row -> row.get("id").asString(), row -> row.get("cannotRun").asString()));
  }

  List<Deviation> deviations() {
    return deviations;
  }

  /** What the table says, before any deviation. */
  Expected expected(String id, OperationKind operation, boolean arrives) {
    JsonNode row = Objects.requireNonNull(rows.get(id), id);
    return new Expected(
        row.get("class").asString(),
        row.get(OPERATIONS.get(operation)).asString(),
        arrives ? 1 : 0);
  }

  /** What is expected of a transport of those names. */
  Expected expected(
      Set<String> who, String id, OperationKind operation, Line line, boolean arrives) {
    Expected expected = expected(id, operation, arrives);
    for (Deviation each : deviations) {
      if (each.covers(who, id, operation, line)) {
        expected = each.instead(expected);
      }
    }
    return expected;
  }
}
