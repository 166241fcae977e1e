package dev.holdfast.delivery;

import dev.holdfast.core.Ticker;
import java.time.Duration;

/**
 * Whether lapsed leases may be taken over. After the store's time has stepped forward, as it does
 * when a machine wakes from sleep, leases of living workers seem to have lapsed: they get one lease
 * of real time to renew them.
 */
final class TakeOvers {
  private final Ticker ticker;
  private volatile boolean paused;
  private volatile long pausedSince;
  private volatile long pausedFor;

  TakeOvers(Ticker ticker) {
    this.ticker = ticker;
  }

  void pauseFor(Duration duration) {
    pausedSince = ticker.nanos();
    pausedFor = duration.toNanos();
    paused = true;
  }

  boolean allowed() {
    if (paused && ticker.nanos() - pausedSince >= pausedFor) {
      paused = false;
    }
    return !paused;
  }
}
