package dev.holdfast.store.jdbc;

import dev.holdfast.core.Breaker;
import dev.holdfast.core.BreakerPolicy;
import dev.holdfast.core.ErrorCode;
import dev.holdfast.delivery.Acknowledged;
import dev.holdfast.delivery.Acknowledgement;
import dev.holdfast.delivery.Failure;
import dev.holdfast.delivery.Lease;
import dev.holdfast.delivery.Settlement;
import dev.holdfast.store.jdbc.BreakerTable.Kept;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One batch of acknowledgements: each delivery settled if its token fits, each breaker told. */
final class AcknowledgeSql {
  private static final String SUCCEEDED =
      """
      UPDATE holdfast_delivery SET state = 'succeeded', finished_at = ?, lease_until = NULL
      WHERE id = ? AND token = ?
      """;
  private static final String ENDED =
      """
      UPDATE holdfast_delivery
      SET state = ?, due_at = coalesce(?, due_at), finished_at = ?, lease_until = NULL,
        failure_kind = ?, failure_code = ?, failure_status = ?
      WHERE id = ? AND token = ?
      """;
  // The attempt goes back; a new token, so that saying it twice gives it back once.
  private static final String GIVEN_BACK =
      """
      UPDATE holdfast_delivery
      SET state = 'pending', due_at = ?, attempts = attempts - 1, token = token + 1,
        lease_until = NULL
      WHERE id = ? AND token = ?
      """;
  private static final String GIVEN_UP =
      """
      UPDATE holdfast_delivery
      SET state = 'failed', finished_at = ?, attempts = attempts - 1, token = token + 1,
        lease_until = NULL, failure_kind = ?
      WHERE id = ? AND token = ?
      """;

  private final Session session;
  private final Map<String, BreakerPolicy> policies;
  private final Instant now;
  private final Map<String, Kept> kept;
  private final Set<String> changed = new LinkedHashSet<>();
  private boolean outagesChanged;

  private AcknowledgeSql(Session session, Map<String, BreakerPolicy> policies, Instant now)
      throws SQLException {
    this.session = session;
    this.policies = policies;
    this.now = now;
    this.kept = BreakerTable.load(session);
  }

  static Acknowledged acknowledge(
      Session session,
      List<Acknowledgement> acknowledgements,
      Map<String, BreakerPolicy> policies,
      InstantSource clock)
      throws SQLException {
    return new AcknowledgeSql(session, policies, clock.instant()).run(acknowledgements);
  }

  private Acknowledged run(List<Acknowledgement> acknowledgements) throws SQLException {
    List<Lease> stale = new ArrayList<>();
    for (Acknowledgement each : acknowledgements) {
      if (settle(each.lease(), each.settlement()) == 0) {
        stale.add(each.lease());
      }
      for (Acknowledgement.CallReport call : each.calls()) {
        tell(each.lease(), call);
      }
    }
    for (String connection : changed) {
      BreakerTable.save(session, connection, kept.getOrDefault(connection, Kept.FRESH));
    }
    return new Acknowledged(stale, outagesChanged);
  }

  private int settle(Lease lease, Settlement settlement) throws SQLException {
    long at = now.toEpochMilli();
    return switch (settlement) {
      case Settlement.Succeeded succeeded ->
          session.update(SUCCEEDED, at, lease.delivery(), lease.token());
      case Settlement.Retry retry ->
          ended(lease, "pending", retry.dueAt().toEpochMilli(), null, retry.failure());
      case Settlement.Failed failed -> ended(lease, "failed", null, at, failed.failure());
      case Settlement.Parked parked -> ended(lease, "parked", null, at, parked.failure());
      case Settlement.GivenBack back ->
          session.update(GIVEN_BACK, back.dueAt().toEpochMilli(), lease.delivery(), lease.token());
      case Settlement.GivenUp given ->
          session.update(
              GIVEN_UP, at, given.failure().kind().text(), lease.delivery(), lease.token());
    };
  }

  private int ended(
      Lease lease, String state, @Nullable Long dueAt, @Nullable Long finishedAt, Failure failure)
      throws SQLException {
    return session.update(
        ENDED,
        state,
        dueAt,
        finishedAt,
        failure.kind().text(),
        failure.code().map(ErrorCode::text).orElse(null),
        failure.status().isPresent() ? failure.status().getAsInt() : null,
        lease.delivery(),
        lease.token());
  }

  private void tell(Lease lease, Acknowledgement.CallReport call) throws SQLException {
    String connection = call.connection();
    Kept before = kept.getOrDefault(connection, Kept.FRESH);
    Breaker after =
        before
            .breaker()
            .after(
                new Breaker.Attempt(lease.delivery(), lease.token(), call.period()),
                call.verdict(),
                now,
                policies.getOrDefault(connection, BreakerPolicy.DEFAULT));
    if (after.equals(before.breaker())) {
      return;
    }
    kept.put(connection, new Kept(after, outageEnd(connection, before, after)));
    changed.add(connection);
  }

  /** Keeps the outage that a change of period begins or ends. */
  private Optional<Instant> outageEnd(String connection, Kept before, Breaker after)
      throws SQLException {
    if (after.period() == before.breaker().period()) {
      return before.lastOutageEnded();
    }
    outagesChanged = true;
    if (after instanceof Breaker.Closed) {
      OutageTable.closed(session, connection, before.breaker().period(), now);
      return Optional.of(now);
    }
    OutageTable.opened(session, connection, after.period(), now);
    return before.lastOutageEnded();
  }
}
