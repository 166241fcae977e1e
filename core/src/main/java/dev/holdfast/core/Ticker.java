package dev.holdfast.core;

/** A clock that only goes forward, for measuring how long things take. */
@FunctionalInterface
public interface Ticker {

  /**
   * Nanoseconds since some fixed point.
   *
   * @return a number to compare with others of this ticker
   */
  long nanos();
}
