package dev.holdfast.core;

/**
 * How far apart sends go after a 429: at first at half the full rate, then a tenth more every ten
 * seconds, until they are free again.
 *
 * @param fullInterval nanoseconds between sends at the full rate
 * @param share which part of the full rate is allowed at first, more than 0 and less than 1
 * @param from when that part begins to grow, in nanoseconds
 */
record Pace(double fullInterval, double share, long from) {
  private static final long STEP = 10_000_000_000L;
  private static final double REGAINED = 0.1;

  /** Never less than one request a second. */
  private static final double INTERVAL_MAX = 1e9;

  /** The part of the full rate at a time; 1 or more where sends are free. */
  double share(long now) {
    long steps = Math.max(0, now - from) / STEP;
    // Tenths are no binary fractions: five of them and a half must make a whole.
    return Math.round((share + steps * REGAINED) * 1e9) / 1e9;
  }

  /** When the next send may go, not before the earliest, after the last. Both are after from. */
  long next(long earliest, long last) {
    long at = earliest;
    while (share(at) < 1) {
      long due = Nanos.plus(last, (long) Math.ceil(interval(at)));
      if (due <= at) {
        return at;
      }
      // Where the rate grows before it is due, the shorter interval counts from there on.
      at = Math.min(due, Nanos.plus(at, STEP - (at - from) % STEP));
    }
    return at;
  }

  private double interval(long now) {
    return Math.min(INTERVAL_MAX, fullInterval / share(now));
  }

  Pace resumedAt(long time) {
    return new Pace(fullInterval, share, time);
  }
}
