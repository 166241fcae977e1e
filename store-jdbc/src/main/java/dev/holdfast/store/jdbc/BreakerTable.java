package dev.holdfast.store.jdbc;

import dev.holdfast.core.Breaker;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The breakers, each with when its latest outage ended. */
final class BreakerTable {
  // A probe's lease is its delivery's own: renewed there, it holds here.
  private static final String SELECT =
      """
      SELECT b.*, d.lease_until AS probe_lease_until
      FROM holdfast_breaker b
      LEFT JOIN holdfast_delivery d ON d.id = b.probe_delivery AND d.token = b.probe_token
      """;

  private static final String UPSERT =
      """
      INSERT INTO holdfast_breaker
        (connection, period, state, run, opened_at, pause_ms, probe_at, probe_delivery, probe_token,
         last_outage_ended_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (connection) DO UPDATE SET
        period = excluded.period, state = excluded.state, run = excluded.run,
        opened_at = excluded.opened_at, pause_ms = excluded.pause_ms, probe_at = excluded.probe_at,
        probe_delivery = excluded.probe_delivery, probe_token = excluded.probe_token,
        last_outage_ended_at = excluded.last_outage_ended_at
      """;

  private BreakerTable() {}

  /** A breaker as it is kept. */
  record Kept(Breaker breaker, Optional<Instant> lastOutageEnded) {
    static final Kept FRESH = new Kept(Breaker.fresh(), Optional.empty());
  }

  static Map<String, Kept> load(Session session) throws SQLException {
    Map<String, Kept> kept = new HashMap<>();
    session.query(
        SELECT,
        row ->
            kept.put(
                row.getString("connection"),
                new Kept(breaker(row), Rows.optionalInstant(row, "last_outage_ended_at"))));
    return kept;
  }

  static Map<String, Breaker> breakers(Map<String, Kept> kept) {
    Map<String, Breaker> breakers = new HashMap<>();
    kept.forEach((connection, each) -> breakers.put(connection, each.breaker()));
    return breakers;
  }

  private static Breaker breaker(ResultSet row) throws SQLException {
    long period = row.getLong("period");
    String state = row.getString("state");
    if (state.equals("closed")) {
      return new Breaker.Closed(period, row.getInt("run"));
    }
    Instant openedAt = Rows.instant(row, "opened_at");
    Duration pause = Duration.ofMillis(row.getLong("pause_ms"));
    Instant probeAt = Rows.instant(row, "probe_at");
    if (state.equals("open")) {
      return new Breaker.Open(period, openedAt, pause, probeAt);
    }
    // No such lease any more: the probe is lost, and its place is free.
    Instant leaseUntil = Rows.optionalInstant(row, "probe_lease_until").orElse(Instant.EPOCH);
    return new Breaker.Probing(
        period,
        openedAt,
        pause,
        probeAt,
        new Breaker.Probe(row.getString("probe_delivery"), row.getLong("probe_token"), leaseUntil));
  }

  static void save(Session session, String connection, Kept kept) throws SQLException {
    Long ended = kept.lastOutageEnded().map(Instant::toEpochMilli).orElse(null);
    switch (kept.breaker()) {
      case Breaker.Closed b ->
          session.update(
              UPSERT,
              connection,
              b.period(),
              "closed",
              b.run(),
              null,
              null,
              null,
              null,
              null,
              ended);
      case Breaker.Open b ->
          session.update(
              UPSERT,
              connection,
              b.period(),
              "open",
              0,
              b.openedAt().toEpochMilli(),
              b.pause().toMillis(),
              b.probeAt().toEpochMilli(),
              null,
              null,
              ended);
      case Breaker.Probing b ->
          session.update(
              UPSERT,
              connection,
              b.period(),
              "probing",
              0,
              b.openedAt().toEpochMilli(),
              b.pause().toMillis(),
              b.probeAt().toEpochMilli(),
              b.probe().delivery(),
              b.probe().token(),
              ended);
    }
  }
}
