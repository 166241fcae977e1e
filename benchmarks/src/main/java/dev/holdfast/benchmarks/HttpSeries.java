package dev.holdfast.benchmarks;

import java.util.ArrayList;
import java.util.List;

/** All measured slices of one contender on one number of threads. */
final class HttpSeries {
  private final List<HttpSlice> slices = new ArrayList<>();

  void add(HttpSlice slice) {
    slices.add(slice);
  }

  /** Calls a second, the median of the slices: one that a neighbour disturbed doesn't count. */
  double perSecond() {
    double[] sorted = slices.stream().mapToDouble(HttpSlice::perSecond).sorted().toArray();
    int half = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  }

  /**
   * Processor time of a call in microseconds, over all slices: the system counts in ticks of 10 ms,
   * too coarse for a median of short ones, and a neighbour's work is not in it.
   */
  double cpuMicros() {
    long nanos = slices.stream().mapToLong(HttpSlice::cpuNanos).sum();
    return nanos / 1e3 / slices.stream().mapToLong(HttpSlice::calls).sum();
  }
}
