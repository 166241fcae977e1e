package dev.holdfast.core;

/** Times counted in nanoseconds. */
final class Nanos {
  private Nanos() {}

  /** Adds a length of at least 0, saturating. */
  static long plus(long time, long length) {
    long sum = time + length;
    return sum < time ? Long.MAX_VALUE : sum;
  }
}
