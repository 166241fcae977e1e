package dev.holdfast.testing;

import dev.holdfast.delivery.Ticker;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * A wall clock and a ticker that stand still until they are moved. Not safe for many threads: one
 * test drives it.
 */
public final class VirtualTime implements InstantSource, Ticker {
  private Instant now;
  private long nanos;

  /**
   * Starts at an instant.
   *
   * @param start what the wall clock shows first
   */
  public VirtualTime(Instant start) {
    this.now = start;
  }

  /**
   * Starts at the first instant of 2026.
   *
   * @return a new virtual time
   */
  public static VirtualTime create() {
    return new VirtualTime(Instant.parse("2026-01-01T00:00:00Z"));
  }

  /**
   * Moves both clocks on.
   *
   * @param by how far, at least zero
   * @throws IllegalArgumentException if it is negative
   */
  public void advance(Duration by) {
    if (by.isNegative()) {
      throw new IllegalArgumentException("by must not be negative but was " + by);
    }
    now = now.plus(by);
    nanos += by.toNanos();
  }

  /**
   * Sets the wall clock alone, as a person or a time service does; the ticker goes on.
   *
   * @param instant what it shows now
   */
  public void setWallClock(Instant instant) {
    now = instant;
  }

  @Override
  public Instant instant() {
    return now;
  }

  @Override
  public long nanos() {
    return nanos;
  }
}
