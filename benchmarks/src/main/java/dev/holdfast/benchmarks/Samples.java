package dev.holdfast.benchmarks;

import java.util.Arrays;

/** How long each of many calls took. */
final class Samples {
  private static final double NANOS_PER_MILLI = 1e6;

  private long[] nanos = new long[1_024];
  private int count;

  /** Keeps a time, where it counts. */
  void add(boolean counts, long time) {
    if (!counts) {
      return;
    }
    if (count == nanos.length) {
      nanos = Arrays.copyOf(nanos, 2 * count);
    }
    nanos[count++] = time;
  }

  /** The median in milliseconds. */
  double median() {
    return percentile(50);
  }

  /**
   * The time in milliseconds that so many of a hundred did not exceed.
   *
   * @param percent above 0, at most 100
   */
  double percentile(int percent) {
    long[] sorted = Arrays.copyOf(nanos, count);
    Arrays.sort(sorted);
    int rank = (int) Math.ceil(percent / 100.0 * count);
    return sorted[rank - 1] / NANOS_PER_MILLI;
  }
}
