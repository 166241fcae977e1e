package dev.holdfast.store.jdbc;

import dev.holdfast.core.BreakerPolicy;
import dev.holdfast.delivery.Acknowledged;
import dev.holdfast.delivery.Acknowledgement;
import dev.holdfast.delivery.Alert;
import dev.holdfast.delivery.BreakerView;
import dev.holdfast.delivery.ClaimRequest;
import dev.holdfast.delivery.Claims;
import dev.holdfast.delivery.DeliveryState;
import dev.holdfast.delivery.DeliveryView;
import dev.holdfast.delivery.Emission;
import dev.holdfast.delivery.Emitted;
import dev.holdfast.delivery.Holding;
import dev.holdfast.delivery.Lane;
import dev.holdfast.delivery.Lease;
import dev.holdfast.delivery.Listings;
import dev.holdfast.delivery.OutageView;
import dev.holdfast.delivery.Store;
import dev.holdfast.delivery.StoreException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The store in one SQLite file: write-ahead log, {@code synchronous = FULL}, so that what was
 * acknowledged survives a killed process and a power cut. Several processes of one machine may open
 * the same file. Safe for many threads.
 */
public final class SqliteStore implements Store, Listings {
  private final SqliteFile file;
  private final InstantSource clock;

  private SqliteStore(SqliteFile file, InstantSource clock) {
    this.file = file;
    this.clock = clock;
  }

  /**
   * Opens a file, which is created (readable by its owner only) and brought to the present schema
   * where needed.
   *
   * @param file the file; its folder must exist
   * @param clock this machine's wall clock, which is the store's time
   * @return the store
   * @throws StoreException if the file can't be opened
   */
  public static SqliteStore open(Path file, InstantSource clock) {
    return new SqliteStore(new SqliteFile(file), clock);
  }

  @Override
  public Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }

  @Override
  public Emitted emit(Emission emission) {
    return file.write("emitting", session -> EmitSql.emit(session, emission));
  }

  @Override
  public Claims claim(ClaimRequest request) {
    Optional<Claims> nothing =
        file.look("looking for due deliveries", s -> ClaimSql.nothingDue(s, request));
    return nothing.orElseGet(
        () -> file.write("claiming", session -> ClaimSql.claim(session, request)));
  }

  @Override
  public Acknowledged acknowledge(
      List<Acknowledgement> acknowledgements,
      Map<String, BreakerPolicy> policies,
      InstantSource clock) {
    return file.write(
        "acknowledging",
        session -> AcknowledgeSql.acknowledge(session, acknowledgements, policies, clock));
  }

  @Override
  public void renew(Collection<Lease> leases, Duration length, InstantSource clock) {
    file.write(
        "renewing leases",
        session -> {
          long until = clock.instant().plus(length).toEpochMilli();
          List<@Nullable Object[]> rows =
              leases.stream()
                  .map(l -> new @Nullable Object[] {until, l.delivery(), l.token()})
                  .toList();
          return session.updateEach(
              """
              UPDATE holdfast_delivery SET lease_until = ?
              WHERE id = ? AND token = ? AND lease_until IS NOT NULL
              """,
              rows);
        });
  }

  @Override
  public boolean markMayHaveCalled(Lease lease) {
    int marked =
        file.write(
            "marking a delivery before an unsafe call",
            session ->
                session.update(
                    """
                    UPDATE holdfast_delivery SET may_have_called = 1
                    WHERE id = ? AND token = ? AND lease_until IS NOT NULL
                    """,
                    lease.delivery(),
                    lease.token()));
    return marked == 1;
  }

  @Override
  public List<Alert> takeAlerts(List<Lane> lanes, Instant now, Duration claimedFor) {
    boolean any =
        file.look("looking for alerts", session -> OutageTable.hasUnalerted(session, now));
    if (!any) {
      return List.of();
    }
    return file.write(
        "taking alerts",
        session ->
            OutageTable.takeUnalerted(
                session,
                now,
                now.plus(claimedFor),
                connection -> ListingSql.dueOf(session, lanes, connection, now)));
  }

  @Override
  public void raised(Alert alert, Instant now) {
    file.write(
        "noting an alert",
        session -> {
          OutageTable.raised(session, alert, now);
          return alert;
        });
  }

  @Override
  public Listings listings() {
    return this;
  }

  @Override
  public List<DeliveryView> deliveries(
      Holding holding, Optional<DeliveryState> state, int most, Instant now) {
    return file.list(
        "listing deliveries", session -> ListingSql.deliveries(session, holding, state, most, now));
  }

  @Override
  public Map<DeliveryState, Long> counts(Holding holding, Instant now) {
    return file.list("counting deliveries", session -> ListingSql.counts(session, holding, now));
  }

  @Override
  public List<BreakerView> breakers(List<Lane> lanes, Instant now) {
    return file.list("listing breakers", session -> ListingSql.breakers(session, lanes, now));
  }

  @Override
  public List<OutageView> outages(int most) {
    return file.list("listing outages", session -> OutageTable.latest(session, most));
  }

  @Override
  public Set<String> subscribersWaiting() {
    return file.list(
        "looking for whom deliveries wait",
        session ->
            Set.copyOf(
                session.query(
                    "SELECT DISTINCT subscriber FROM holdfast_delivery WHERE state = 'pending'",
                    row -> row.getString(1))));
  }

  @Override
  public Holding holding(List<Lane> lanes) {
    return file.list(
        "looking at breakers",
        session -> Holding.of(lanes, BreakerTable.breakers(BreakerTable.load(session))));
  }

  @Override
  public void close() {
    file.close();
  }
}
