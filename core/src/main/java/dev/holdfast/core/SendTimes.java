package dev.holdfast.core;

import java.util.Arrays;

/** The last times of sends, in order: those that went, and after them those that are planned. */
final class SendTimes {
  private final int kept;
  private long[] times = new long[16];
  private int first;
  private int size;

  /**
   * Starts empty.
   *
   * @param kept how many of those that went are looked back at
   */
  SendTimes(int kept) {
    this.kept = kept;
  }

  int size() {
    return size;
  }

  /** The n-th last time, from 1. */
  long last(int n) {
    return times[index(size - n)];
  }

  void setLast(int n, long time) {
    times[index(size - n)] = time;
  }

  /** Adds one at the end; so many of the last are but planned. */
  void add(long time, int planned) {
    if (size >= kept + planned) {
      first = index(1);
      size--;
    }
    if (size == times.length) {
      grow();
    }
    size++;
    setLast(1, time);
  }

  void dropLast(int n) {
    size -= n;
  }

  private int index(int position) {
    // The length is a power of two.
    return (first + position) & (times.length - 1);
  }

  private void grow() {
    long[] longer = Arrays.copyOf(times, times.length * 2);
    // What had wrapped round to the front goes behind the rest.
    System.arraycopy(times, 0, longer, times.length, first);
    times = longer;
  }
}
