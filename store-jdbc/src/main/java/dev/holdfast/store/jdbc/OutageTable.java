package dev.holdfast.store.jdbc;

import dev.holdfast.core.HeldTime.Outage;
import dev.holdfast.delivery.Alert;
import dev.holdfast.delivery.OutageView;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** The outages of each connection, and which of them a person was told of. */
final class OutageTable {
  private static final String UNALERTED =
      """
      SELECT * FROM holdfast_outage
      WHERE up_alerted_at IS NULL AND (down_alerted_at IS NULL OR closed_at IS NOT NULL)
        AND (alert_claimed_until IS NULL OR alert_claimed_until <= ?)
      ORDER BY id
      """;

  private OutageTable() {}

  static void opened(Session session, String connection, long period, Instant at)
      throws SQLException {
    session.update(
        "INSERT INTO holdfast_outage (connection, period, opened_at) VALUES (?, ?, ?)",
        connection,
        period,
        at.toEpochMilli());
  }

  /** Without a release ramp an outage ends when its breaker closes. */
  static void closed(Session session, String connection, long period, Instant at)
      throws SQLException {
    session.update(
        "UPDATE holdfast_outage SET closed_at = ?, ended_at = ? WHERE connection = ? AND period = ?",
        at.toEpochMilli(),
        at.toEpochMilli(),
        connection,
        period);
  }

  static List<Outage> since(Session session, Collection<String> connections, Instant since)
      throws SQLException {
    return session.query(
        """
        SELECT opened_at, ended_at FROM holdfast_outage
        WHERE connection IN (SELECT value FROM json_each(?)) AND (ended_at IS NULL OR ended_at > ?)
        """,
        row ->
            new Outage(
                Rows.instant(row, "opened_at"),
                Rows.optionalInstant(row, "ended_at").orElse(Instant.MAX)),
        Rows.jsonArray(connections),
        since.toEpochMilli());
  }

  static boolean hasUnalerted(Session session, Instant now) throws SQLException {
    return !session.query(UNALERTED, row -> true, now.toEpochMilli()).isEmpty();
  }

  /** Counts what a connection holds. */
  interface Held {
    long by(String connection) throws SQLException;
  }

  static List<Alert> takeUnalerted(Session session, Instant now, Instant claimedUntil, Held held)
      throws SQLException {
    List<Alert> alerts = session.query(UNALERTED, row -> alert(row, held), now.toEpochMilli());
    for (Alert alert : alerts) {
      session.update(
          "UPDATE holdfast_outage SET alert_claimed_until = ? WHERE id = ?",
          claimedUntil.toEpochMilli(),
          alert.outage());
    }
    return alerts;
  }

  private static Alert alert(ResultSet row, Held held) throws SQLException {
    long id = row.getLong("id");
    String connection = row.getString("connection");
    Instant since = Rows.instant(row, "opened_at");
    Optional<Instant> told = Rows.optionalInstant(row, "down_alerted_at");
    return told.isEmpty()
        ? new Alert.ConnectionUnavailable(id, connection, since, held.by(connection))
        : new Alert.ConnectionRecovered(id, connection, since, Rows.instant(row, "closed_at"));
  }

  static void raised(Session session, Alert alert, Instant now) throws SQLException {
    String column =
        switch (alert) {
          case Alert.ConnectionUnavailable down -> "down_alerted_at";
          case Alert.ConnectionRecovered up -> "up_alerted_at";
        };
    session.update(
        "UPDATE holdfast_outage SET " + column + " = ?, alert_claimed_until = NULL WHERE id = ?",
        now.toEpochMilli(),
        alert.outage());
  }

  static List<OutageView> latest(Session session, int most) throws SQLException {
    return session.query(
        "SELECT * FROM holdfast_outage ORDER BY id DESC LIMIT ?",
        row ->
            new OutageView(
                row.getLong("id"),
                row.getString("connection"),
                Rows.instant(row, "opened_at"),
                Rows.optionalInstant(row, "closed_at"),
                Rows.optionalInstant(row, "down_alerted_at")),
        most);
  }
}
