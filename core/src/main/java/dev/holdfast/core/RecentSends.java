package dev.holdfast.core;

/** Counts the sends of the last seconds. */
final class RecentSends {
  private static final long SECOND = 1_000_000_000L;

  private final long[] seconds;
  private final int[] counts;

  RecentSends(int length) {
    this.seconds = new long[length];
    this.counts = new int[length];
  }

  void add(long now) {
    long second = Math.floorDiv(now, SECOND);
    int index = (int) Math.floorMod(second, (long) seconds.length);
    if (seconds[index] != second) {
      seconds[index] = second;
      counts[index] = 0;
    }
    counts[index]++;
  }

  int count(long now) {
    long second = Math.floorDiv(now, SECOND);
    int sum = 0;
    for (int i = 0; i < seconds.length; i++) {
      if (second - seconds[i] < seconds.length) {
        sum += counts[i];
      }
    }
    return sum;
  }
}
