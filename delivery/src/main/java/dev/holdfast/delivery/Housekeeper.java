package dev.holdfast.delivery;

import dev.holdfast.core.Durations;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Does what time alone causes: leases renewed, attempts cut at their limit, alerts raised. */
final class Housekeeper {
  private static final Logger LOG = LoggerFactory.getLogger(Housekeeper.class);

  /** How long an attempt has to end after it was interrupted, before its delivery moves on. */
  private static final Duration GRACE = Duration.ofSeconds(2);

  /** How long a taken alert is this process's to raise: ample for a listener that is slow. */
  private static final Duration ALERT_CLAIM = Duration.ofSeconds(30);

  private final EngineContext engine;
  private final AttemptRunner runner;
  private final Acknowledger acknowledger;
  private final AlertListener listener;

  Housekeeper(
      EngineContext engine,
      AttemptRunner runner,
      Acknowledger acknowledger,
      AlertListener listener) {
    this.engine = engine;
    this.runner = runner;
    this.acknowledger = acknowledger;
    this.listener = listener;
  }

  /** Renews the leases of what runs and of what has ended but is not written yet. */
  void renewLeases() {
    Set<Lease> ours = new HashSet<>(engine.running().leases());
    ours.addAll(acknowledger.unwritten());
    if (!ours.isEmpty()) {
      engine.store().renew(ours, engine.options().lease(), engine.clock());
    }
  }

  void cutOverdue() {
    for (AttemptRun run : engine.running().all()) {
      if (run.isOverdue(GRACE)) {
        runner.abandon(run, engine.subscriber(run.subscriber()));
        engine.running().remove(run);
      } else if (run.isOverdue(Duration.ZERO) && run.cut() == AttemptRun.Cut.NONE) {
        run.cut(AttemptRun.Cut.RUN_LIMIT);
      }
    }
  }

  void measureClock() {
    StoreClock clock = engine.clock();
    StoreClock.Measured next = clock.measure();
    Duration lease = engine.options().lease();
    Duration step = clock.stepTo(next);
    boolean forward = step.compareTo(lease.dividedBy(4)) > 0;
    if (forward) {
      LOG.warn("the store's time stepped forward by {}", Durations.text(step));
      // First: a claim at the new time must not find the leases of the living lapsed.
      engine.takeOvers().pauseFor(lease);
    }
    clock.take(next);
    if (forward) {
      renewLeases();
    }
  }

  void raiseAlerts() {
    List<Alert> alerts = takeAlerts();
    // An outage that is over already has two to tell. What failed to be told is not taken again.
    while (!alerts.isEmpty()) {
      alerts.forEach(this::raise);
      alerts = takeAlerts();
    }
  }

  private List<Alert> takeAlerts() {
    return engine.store().takeAlerts(engine.lanes(), engine.clock().instant(), ALERT_CLAIM);
  }

  private void raise(Alert alert) {
    try {
      listener.raised(alert);
    } catch (RuntimeException e) {
      LOG.error(
          "the alert listener failed on outage {} of {} ({}): it is told again later",
          alert.outage(),
          alert.connection(),
          e.getClass().getName());
      return;
    }
    engine.store().raised(alert, engine.clock().instant());
  }
}
