package dev.holdfast.testing;

import dev.holdfast.delivery.Engine;
import dev.holdfast.delivery.EngineSteps;
import java.time.Duration;

/** Drives an engine on virtual time. Not safe for many threads. */
public final class EngineDriver {
  private final Engine engine;
  private final VirtualTime time;

  /**
   * Takes an engine to drive.
   *
   * @param engine an engine built with a {@link VirtualRuntime}, not started
   * @param time the clock of that runtime
   */
  public EngineDriver(Engine engine, VirtualTime time) {
    this.engine = engine;
    this.time = time;
  }

  /** Runs what is due now, and what that makes due, and raises alerts. */
  public void runDue() {
    EngineSteps steps = engine.steps();
    int claimed;
    boolean wrote;
    do {
      claimed = steps.claim();
      wrote = steps.acknowledge();
    } while (claimed > 0 || wrote);
    steps.cutOverdue();
    steps.measureClock();
    steps.raiseAlerts();
  }

  /**
   * Lets time pass, step by step, running what comes due on the way.
   *
   * @param by how long in all
   * @param step how long each step is, more than zero
   */
  public void advance(Duration by, Duration step) {
    Duration left = by;
    while (left.compareTo(Duration.ZERO) > 0) {
      Duration next = left.compareTo(step) < 0 ? left : step;
      time.advance(next);
      runDue();
      left = left.minus(next);
    }
  }
}
