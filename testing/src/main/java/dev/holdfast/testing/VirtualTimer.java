package dev.holdfast.testing;

import java.util.Comparator;

/** A timer on virtual time; of two that are due at once, the one that was started first. */
record VirtualTimer(long due, long number, Runnable onExpiry) implements Comparable<VirtualTimer> {
  private static final Comparator<VirtualTimer> ORDER =
      Comparator.comparingLong(VirtualTimer::due).thenComparingLong(VirtualTimer::number);

  @Override
  public int compareTo(VirtualTimer other) {
    return ORDER.compare(this, other);
  }
}
