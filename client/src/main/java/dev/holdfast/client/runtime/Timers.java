package dev.holdfast.client.runtime;

/** Runs something once a time has passed, unless it is stopped before. Safe for many threads. */
@FunctionalInterface
public interface Timers {

  /**
   * Starts a timer.
   *
   * @param nanos how long from now, in nanoseconds, at least 0
   * @param onExpiry run once when the time has passed, on a thread of these timers that all share:
   *     it must be quick and must not throw
   * @return the timer, to be stopped as soon as it is not needed
   */
  Timer start(long nanos, Runnable onExpiry);

  /** One timer. */
  @FunctionalInterface
  interface Timer {
    /**
     * Stops it and lets go of what it would have run. Does nothing where it has expired or was
     * stopped; what has begun to run then runs on.
     */
    void stop();
  }
}
