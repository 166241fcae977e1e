package dev.holdfast.store.jdbc;

import dev.holdfast.core.Breaker;
import dev.holdfast.core.ClaimFacts;
import dev.holdfast.core.FailureKind;
import dev.holdfast.core.Gate;
import dev.holdfast.core.HeldTime;
import dev.holdfast.delivery.ClaimRequest;
import dev.holdfast.delivery.ClaimRequest.LaneShare;
import dev.holdfast.delivery.Claimed;
import dev.holdfast.delivery.Claims;
import dev.holdfast.delivery.Event;
import dev.holdfast.delivery.Lane;
import dev.holdfast.delivery.Lease;
import dev.holdfast.delivery.Payload;
import dev.holdfast.store.jdbc.BreakerTable.Kept;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One claim: lapsed leases first, then lane by lane what the breakers let pass. */
final class ClaimSql {
  private static final String ROW =
      """
      SELECT d.*, e.type, e.payload, e.emitted_at
      FROM holdfast_delivery d JOIN holdfast_event e ON e.id = d.event_id
      """;
  // The state is a literal and not a parameter: only so do the partial indexes serve.
  private static final String DUE =
      ROW
          + """
          WHERE d.subscriber = ? AND d.state = 'pending' AND d.due_at <= ?
          ORDER BY d.due_at, d.id LIMIT ?
          """;
  private static final String IS_LAPSED =
      """
      d.state = 'running' AND d.lease_until <= ?
        AND d.subscriber IN (SELECT value FROM json_each(?))
        AND d.id NOT IN (SELECT value FROM json_each(?))
      """;
  private static final String LAPSED =
      ROW + " WHERE " + IS_LAPSED + " ORDER BY d.lease_until LIMIT ?";
  private static final String ANY_DUE =
      """
      SELECT EXISTS (SELECT 1 FROM json_each(?) lane JOIN holdfast_delivery d
        ON d.subscriber = lane.value AND d.state = 'pending' AND d.due_at <= ?)
      """;
  private static final String ANY_LAPSED =
      "SELECT EXISTS (SELECT 1 FROM holdfast_delivery d WHERE " + IS_LAPSED + ")";
  private static final String TAKE =
      """
      UPDATE holdfast_delivery
      SET state = 'running', token = token + 1, attempts = attempts + 1, lease_until = ?,
        may_have_called = 0
      WHERE id IN (SELECT value FROM json_each(?))
      """;
  // The mark stays: should this worker be lost too, the next must still see it.
  private static final String TAKE_OVER =
      """
      UPDATE holdfast_delivery
      SET token = token + 1, attempts = attempts + 1, lease_until = ?,
        failure_kind = 'lease_expired', failure_code = NULL, failure_status = NULL
      WHERE id IN (SELECT value FROM json_each(?))
      """;

  private final Session session;
  private final ClaimRequest request;
  private final Map<String, Kept> kept;
  private final Instant now;
  private final Instant leaseUntil;

  private ClaimSql(Session session, ClaimRequest request) throws SQLException {
    this.session = session;
    this.request = request;
    this.kept = BreakerTable.load(session);
    this.now = request.clock().instant();
    this.leaseUntil = now.plus(request.lease());
  }

  /** Looks, without writing, whether there is anything to claim; empty where there is. */
  static Optional<Claims> nothingDue(Session session, ClaimRequest request) throws SQLException {
    ClaimSql claim = new ClaimSql(session, request);
    List<String> open =
        request.lanes().stream()
            .map(LaneShare::lane)
            .filter(lane -> claim.gate(lane) != Gate.OPEN)
            .map(Lane::subscriber)
            .toList();
    boolean due = session.number(ANY_DUE, Rows.jsonArray(open), claim.now.toEpochMilli()) != 0;
    return due || claim.anyLapsed()
        ? Optional.empty()
        : Optional.of(new Claims(List.of(), BreakerTable.breakers(claim.kept)));
  }

  private boolean anyLapsed() throws SQLException {
    return request.takeOver().isPresent()
        && session.number(
                ANY_LAPSED, now.toEpochMilli(), lanes(), Rows.jsonArray(request.takeOver().get()))
            != 0;
  }

  private String lanes() {
    return Rows.jsonArray(request.lanes().stream().map(s -> s.lane().subscriber()).toList());
  }

  static Claims claim(Session session, ClaimRequest request) throws SQLException {
    return new ClaimSql(session, request).run();
  }

  private Claims run() throws SQLException {
    List<Claimed> claimed = new ArrayList<>(takeOver());
    for (LaneShare share : request.lanes()) {
      int left = Math.min(share.most(), request.most() - claimed.size());
      if (left > 0) {
        claimed.addAll(takeDue(share.lane(), left));
      }
    }
    return new Claims(claimed, BreakerTable.breakers(kept));
  }

  private Gate gate(Lane lane) {
    return Gate.of(lane.breakers(BreakerTable.breakers(kept)), now);
  }

  private List<Claimed> takeOver() throws SQLException {
    if (request.takeOver().isEmpty()) {
      return List.of();
    }
    List<Claimed> lapsed =
        session.query(
            LAPSED,
            row -> claimed(row, Duration.ZERO, false, takenOver(row)),
            now.toEpochMilli(),
            lanes(),
            Rows.jsonArray(request.takeOver().get()),
            request.most());
    take(TAKE_OVER, lapsed);
    return lapsed;
  }

  private static ClaimFacts.Lease takenOver(ResultSet row) throws SQLException {
    return row.getInt("may_have_called") == 0
        ? ClaimFacts.Lease.LAPSED
        : ClaimFacts.Lease.LAPSED_MAY_HAVE_CALLED;
  }

  private List<Claimed> takeDue(Lane lane, int most) throws SQLException {
    Gate gate = gate(lane);
    if (gate == Gate.OPEN) {
      return List.of();
    }
    boolean probe = gate == Gate.PROBE_DUE;
    List<HeldTime.Outage> outages = new ArrayList<>();
    List<Claimed> due =
        session.query(
            DUE,
            row -> {
              Instant dueAt = Rows.instant(row, "due_at");
              Duration held = HeldTime.between(dueAt, now, outagesSince(lane, dueAt, outages));
              return claimed(row, held, probe, ClaimFacts.Lease.NONE);
            },
            lane.subscriber(),
            now.toEpochMilli(),
            probe ? 1 : most);
    take(TAKE, due);
    if (probe && !due.isEmpty()) {
      takeProbe(lane, due.getFirst().lease());
    }
    return due;
  }

  /** Asked of the oldest first, so that what is found for it serves those due later too. */
  private List<HeldTime.Outage> outagesSince(Lane lane, Instant dueAt, List<HeldTime.Outage> found)
      throws SQLException {
    if (found.isEmpty() && lane.connections().stream().anyMatch(c -> wasOut(c, dueAt))) {
      found.addAll(OutageTable.since(session, lane.connections(), dueAt));
    }
    return found;
  }

  private boolean wasOut(String connection, Instant since) {
    Kept breaker = kept.getOrDefault(connection, Kept.FRESH);
    return !(breaker.breaker() instanceof Breaker.Closed)
        || breaker.lastOutageEnded().filter(ended -> ended.isAfter(since)).isPresent();
  }

  private void takeProbe(Lane lane, Lease lease) throws SQLException {
    Breaker.Probe probe = new Breaker.Probe(lease.delivery(), lease.token(), leaseUntil);
    for (String connection : lane.connections()) {
      Kept before = kept.getOrDefault(connection, Kept.FRESH);
      Breaker after = before.breaker().probedBy(probe, now);
      if (!after.equals(before.breaker())) {
        Kept probing = new Kept(after, before.lastOutageEnded());
        kept.put(connection, probing);
        BreakerTable.save(session, connection, probing);
      }
    }
  }

  private void take(String sql, Collection<Claimed> taken) throws SQLException {
    if (taken.isEmpty()) {
      return;
    }
    List<String> ids = taken.stream().map(c -> c.lease().delivery()).toList();
    session.update(sql, leaseUntil.toEpochMilli(), Rows.jsonArray(ids));
    for (Claimed claimed : taken) {
      if (claimed.takenOver() == ClaimFacts.Lease.NONE) {
        keepHeld(claimed);
      }
    }
  }

  private void keepHeld(Claimed claimed) throws SQLException {
    if (!claimed.held().isZero()) {
      session.update(
          "UPDATE holdfast_delivery SET held_ms = ? WHERE id = ? AND held_ms <> ?",
          claimed.held().toMillis(),
          claimed.lease().delivery(),
          claimed.held().toMillis());
    }
  }

  /** A row as it stands once it is claimed. */
  private static Claimed claimed(
      ResultSet row, Duration heldSinceDue, boolean probe, ClaimFacts.Lease takenOver)
      throws SQLException {
    Event event =
        new Event(
            row.getString("event_id"),
            row.getString("type"),
            Payload.of(row.getBytes("payload")),
            Rows.instant(row, "emitted_at"));
    return new Claimed(
        new Lease(row.getString("id"), row.getLong("token") + 1),
        row.getString("subscriber"),
        event,
        row.getInt("attempts") + 1,
        Rows.instant(row, "started_at"),
        Duration.ofMillis(row.getLong("held_ms")).plus(heldSinceDue),
        probe,
        takenOver,
        Rows.optionalText(row, "failure_kind").flatMap(FailureKind::of));
  }
}
