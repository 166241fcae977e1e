package dev.holdfast.store.jdbc;

import dev.holdfast.core.ErrorCode;
import dev.holdfast.core.FailureKind;
import dev.holdfast.delivery.BreakerView;
import dev.holdfast.delivery.DeliveryState;
import dev.holdfast.delivery.DeliveryView;
import dev.holdfast.delivery.Failure;
import dev.holdfast.delivery.Holding;
import dev.holdfast.delivery.Lane;
import dev.holdfast.store.jdbc.BreakerTable.Kept;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/** What people are shown. */
final class ListingSql {
  private static final String HELD =
      "(d.state = 'pending' AND d.due_at <= ?"
          + " AND d.subscriber IN (SELECT value FROM json_each(?)))";
  private static final String ROW =
      """
      SELECT d.*, e.type, e.emitted_at, %s AS held
      FROM holdfast_delivery d JOIN holdfast_event e ON e.id = d.event_id
      """
          .formatted(HELD);

  /** A count of held deliveries stops here: beyond, "more" is all that matters. */
  private static final int HELD_MAX = 10_001;

  private ListingSql() {}

  static List<DeliveryView> deliveries(
      Session session, Holding holding, Optional<DeliveryState> state, int most, Instant now)
      throws SQLException {
    List<Object> arguments = new ArrayList<>();
    Object[] held = {now.toEpochMilli(), Rows.jsonArray(holding.lanes())};
    arguments.addAll(Arrays.asList(held));
    String where = "";
    if (state.isPresent()) {
      where =
          switch (state.get()) {
            case HELD -> " WHERE " + HELD;
            case PENDING -> " WHERE d.state = 'pending' AND NOT " + HELD;
            default -> " WHERE d.state = '" + state.get().text() + "'";
          };
      if (where.contains("?")) {
        arguments.addAll(Arrays.asList(held));
      }
    }
    arguments.add(most);
    return session.query(
        ROW + where + " ORDER BY d.id DESC LIMIT ?",
        row -> delivery(row, holding),
        arguments.toArray());
  }

  private static DeliveryView delivery(ResultSet row, Holding holding) throws SQLException {
    boolean held = row.getInt("held") != 0;
    String subscriber = row.getString("subscriber");
    Instant dueAt = Rows.instant(row, "due_at");
    return new DeliveryView(
        row.getString("id"),
        row.getString("event_id"),
        row.getString("type"),
        subscriber,
        held ? DeliveryState.HELD : DeliveryState.of(row.getString("state")),
        Rows.instant(row, "emitted_at"),
        dueAt,
        row.getInt("attempts"),
        Duration.ofMillis(row.getLong("held_ms")),
        failure(row),
        held ? holding.of(subscriber).map(by -> from(by, dueAt)) : Optional.empty());
  }

  /** Held from the later of its due time and the breaker's opening. */
  private static Holding.By from(Holding.By by, Instant dueAt) {
    return dueAt.isAfter(by.openedAt()) ? new Holding.By(by.connection(), dueAt) : by;
  }

  private static Optional<Failure> failure(ResultSet row) throws SQLException {
    // A kind that a newer version wrote is left out, and the rest is shown.
    Optional<FailureKind> kind = Rows.optionalText(row, "failure_kind").flatMap(FailureKind::of);
    Optional<String> code = Rows.optionalText(row, "failure_code");
    int number = row.getInt("failure_status");
    OptionalInt status = row.wasNull() ? OptionalInt.empty() : OptionalInt.of(number);
    return kind.map(known -> new Failure(known, code.flatMap(ListingSql::errorCode), status));
  }

  private static Optional<ErrorCode> errorCode(String text) {
    return Arrays.stream(ErrorCode.values()).filter(c -> c.text().equals(text)).findFirst();
  }

  static Map<DeliveryState, Long> counts(Session session, Holding holding, Instant now)
      throws SQLException {
    Map<DeliveryState, Long> counts = new EnumMap<>(DeliveryState.class);
    for (DeliveryState state : DeliveryState.values()) {
      counts.put(state, 0L);
    }
    session.query(
        "SELECT state, " + HELD + " AS held, count(*) AS n FROM holdfast_delivery d GROUP BY 1, 2",
        row ->
            counts.merge(
                row.getInt("held") != 0
                    ? DeliveryState.HELD
                    : DeliveryState.of(row.getString("state")),
                row.getLong("n"),
                Long::sum),
        now.toEpochMilli(),
        Rows.jsonArray(holding.lanes()));
    return counts;
  }

  static List<BreakerView> breakers(Session session, List<Lane> lanes, Instant now)
      throws SQLException {
    List<BreakerView> views = new ArrayList<>();
    for (Map.Entry<String, Kept> each : new TreeMap<>(BreakerTable.load(session)).entrySet()) {
      boolean closed = each.getValue().breaker().period() % 2 == 0;
      long held = closed ? 0 : dueOf(session, lanes, each.getKey(), now);
      views.add(new BreakerView(each.getKey(), each.getValue().breaker(), held));
    }
    return views;
  }

  /** How many due deliveries a connection holds while its breaker is open. */
  static long dueOf(Session session, List<Lane> lanes, String connection, Instant now)
      throws SQLException {
    List<String> subscribers =
        lanes.stream()
            .filter(lane -> lane.connections().contains(connection))
            .map(Lane::subscriber)
            .toList();
    return session.number(
        """
        SELECT count(*) FROM (SELECT 1 FROM holdfast_delivery
          WHERE subscriber IN (SELECT value FROM json_each(?))
            AND state = 'pending' AND due_at <= ? LIMIT ?)
        """,
        Rows.jsonArray(subscribers),
        now.toEpochMilli(),
        HELD_MAX);
  }
}
