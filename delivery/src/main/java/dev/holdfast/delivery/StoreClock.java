package dev.holdfast.delivery;

import dev.holdfast.core.Ticker;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * The store's time, carried on by the ticker between measurements: a step of this machine's wall
 * clock changes nothing until it is measured.
 */
final class StoreClock implements InstantSource {
  private final Store store;
  private final Ticker ticker;
  private volatile Measured measured;

  /** The store's time, and what the ticker showed then. */
  record Measured(Instant storeTime, long nanos) {}

  StoreClock(Store store, Ticker ticker) {
    this.store = store;
    this.ticker = ticker;
    this.measured = measure();
  }

  /** Measures again; the new time counts only once it is {@link #take taken}. */
  Measured measure() {
    return new Measured(store.now(), ticker.nanos());
  }

  /** How far the time steps by a measurement, against what it would have been. */
  Duration stepTo(Measured next) {
    return Duration.between(at(next.nanos), next.storeTime);
  }

  void take(Measured next) {
    measured = next;
  }

  @Override
  public Instant instant() {
    return at(ticker.nanos());
  }

  private Instant at(long nanos) {
    Measured last = measured;
    // Whole milliseconds, as the store keeps them: what is compared is what is kept.
    return last.storeTime.plusMillis((nanos - last.nanos) / 1_000_000);
  }
}
