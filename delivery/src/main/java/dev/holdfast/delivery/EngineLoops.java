package dev.holdfast.delivery;

import dev.holdfast.core.Durations;
import dev.holdfast.core.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * The engine's four threads, each calling its steps over and over; no error ends one. Leases have a
 * thread of their own, so that neither a slow database write of another kind nor an alert listener
 * that hangs lets them lapse.
 */
final class EngineLoops {
  /** How closely run limits and leases are watched. */
  private static final Duration WATCH_MAX = Duration.ofMillis(500);

  /** How long to wait for a loop's end: longer than the store makes anyone wait. */
  private static final Duration LOOP_END_MAX = Duration.ofSeconds(30);

  private final EngineOptions options;
  private final Ticker ticker;
  private final RandomGenerator random;
  private final Threads threads;
  private final Threads.Signal claims;
  private final Threads.Signal acknowledgements;
  private final Threads.Signal leases;
  private final Threads.Signal alerts;
  private final List<Threads.Task> claiming = new ArrayList<>();
  private final List<Threads.Task> working = new ArrayList<>();
  private volatile boolean claimsWanted = true;
  private volatile boolean workWanted = true;

  EngineLoops(EngineOptions options, EngineRuntime runtime) {
    this.options = options;
    this.ticker = runtime.ticker();
    this.random = runtime.random();
    this.threads = runtime.threads();
    this.claims = threads.signal();
    this.acknowledgements = threads.signal();
    this.leases = threads.signal();
    this.alerts = threads.signal();
  }

  void start(EngineSteps steps) {
    claiming.add(threads.startLoop("holdfast-claim", () -> claimLoop(steps)));
    working.add(threads.startLoop("holdfast-acknowledge", () -> acknowledgeLoop(steps)));
    working.add(threads.startLoop("holdfast-leases", () -> leaseLoop(steps)));
    working.add(threads.startLoop("holdfast-alerts", () -> alertLoop(steps)));
  }

  /** Something may be due: do not wait for the poll. */
  void wakeClaims() {
    claims.raise();
  }

  void wakeAcknowledgements() {
    acknowledgements.raise();
  }

  /** An outage began or ended: do not wait for the tick. */
  void wakeAlerts() {
    alerts.raise();
  }

  void stopClaiming() {
    claimsWanted = false;
    claims.raise();
    // However short attempts are: a claim on its way may be waiting for the store.
    claiming.forEach(task -> task.join(LOOP_END_MAX));
  }

  /** Ends the others, after the last attempt has been acknowledged. */
  void stop() {
    workWanted = false;
    acknowledgements.raise();
    leases.raise();
    alerts.raise();
    working.forEach(task -> task.join(LOOP_END_MAX));
  }

  private void claimLoop(EngineSteps steps) {
    Failures failures = new Failures("claiming");
    while (claimsWanted) {
      try {
        // An ended attempt and an emitted event raise the signal: no need to ask again at once.
        steps.claim();
        failures.over();
        claims.await(jittered(options.poll()));
      } catch (RuntimeException | Error e) {
        claims.await(jittered(failures.report(e)));
      }
    }
  }

  private void acknowledgeLoop(EngineSteps steps) {
    Failures failures = new Failures("acknowledging");
    // Waited on after a failure: each attempt that ends raises the other, and would have the store
    // asked again at once.
    Threads.Signal pause = threads.signal();
    while (workWanted) {
      try {
        boolean wrote = steps.acknowledge();
        failures.over();
        if (wrote) {
          claims.raise();
        } else {
          acknowledgements.await(options.poll());
        }
      } catch (RuntimeException | Error e) {
        pause.await(jittered(failures.report(e)));
      }
    }
  }

  private void leaseLoop(EngineSteps steps) {
    Failures failures = new Failures("renewing leases");
    Due renewal = new Due(options.lease().dividedBy(3));
    Due tick = new Due(options.tick());
    Duration watch = Durations.shorter(WATCH_MAX, Durations.shorter(renewal.every, tick.every));
    while (workWanted) {
      try {
        steps.cutOverdue();
        if (renewal.isDue(ticker.nanos())) {
          steps.renewLeases();
          renewal.done(ticker.nanos());
        }
        if (tick.isDue(ticker.nanos())) {
          steps.measureClock();
          tick.done(ticker.nanos());
        }
        failures.over();
        leases.await(watch);
      } catch (RuntimeException | Error e) {
        leases.await(Durations.shorter(failures.report(e), renewal.every));
      }
    }
  }

  private void alertLoop(EngineSteps steps) {
    Failures failures = new Failures("raising alerts");
    while (workWanted) {
      try {
        steps.raiseAlerts();
        failures.over();
        alerts.await(jittered(options.tick()));
      } catch (RuntimeException | Error e) {
        alerts.await(jittered(failures.report(e)));
      }
    }
  }

  private Duration jittered(Duration around) {
    // A quarter either way, so that many processes do not poll in step.
    return Duration.ofNanos((long) (around.toNanos() * (0.75 + random.nextDouble() / 2)));
  }

  /** Comes due at a steady pace, at once the first time, and stays due until it is done. */
  private static final class Due {
    private final Duration every;
    private boolean first = true;
    private long lastNanos;

    Due(Duration every) {
      this.every = every;
    }

    boolean isDue(long nanos) {
      return first || nanos - lastNanos >= every.toNanos();
    }

    void done(long nanos) {
      first = false;
      lastNanos = nanos;
    }
  }
}
