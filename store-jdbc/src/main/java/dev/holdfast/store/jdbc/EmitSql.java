package dev.holdfast.store.jdbc;

import dev.holdfast.delivery.Emission;
import dev.holdfast.delivery.Emitted;
import dev.holdfast.delivery.Event;
import dev.holdfast.delivery.Payload;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Writes an event and its deliveries, or finds the first event under its key. */
final class EmitSql {
  private EmitSql() {}

  static Emitted emit(Session session, Emission emission) throws SQLException {
    Event event = emission.event();
    String key = emission.dedupeKey().orElse(null);
    int written =
        session.update(
            """
            INSERT INTO holdfast_event (id, type, payload, emitted_at, dedupe_key)
            VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (dedupe_key) WHERE dedupe_key IS NOT NULL DO NOTHING
            """,
            event.id(),
            event.type(),
            event.payload().bytes(),
            event.emittedAt().toEpochMilli(),
            key);
    if (written == 0) {
      return repeated(session, event, emission.dedupeKey().orElseThrow());
    }
    for (Emission.NewDelivery delivery : emission.deliveries()) {
      session.update(
          """
          INSERT INTO holdfast_delivery (id, event_id, subscriber, state, due_at, started_at)
          VALUES (?, ?, ?, 'pending', ?, ?)
          """,
          delivery.id(),
          event.id(),
          delivery.subscriber(),
          event.emittedAt().toEpochMilli(),
          event.emittedAt().toEpochMilli());
    }
    return new Emitted.Created(event);
  }

  private static Emitted repeated(Session session, Event event, String key) throws SQLException {
    Event first =
        session
            .query("SELECT * FROM holdfast_event WHERE dedupe_key = ?", EmitSql::event, key)
            .getFirst();
    boolean same = first.type().equals(event.type()) && first.payload().equals(event.payload());
    return same ? new Emitted.Repeated(first) : new Emitted.Conflict(first);
  }

  private static Event event(ResultSet row) throws SQLException {
    return new Event(
        row.getString("id"),
        row.getString("type"),
        Payload.of(row.getBytes("payload")),
        Rows.instant(row, "emitted_at"));
  }
}
