package dev.holdfast.delivery;

import java.time.InstantSource;
import java.util.UUID;
import java.util.random.RandomGenerator;

/**
 * Makes UUIDs of version 7 (RFC 9562 section 5.7): the time in milliseconds, then a counter that
 * keeps those of one process in order, then chance. Safe for many threads.
 */
public final class UuidV7 implements IdSource {
  /** The counter's bits: 12 in rand_a, started anew each millisecond (RFC 9562 section 6.2). */
  private static final int COUNTER_MAX = 0xfff;

  private final InstantSource clock;
  private final RandomGenerator random;
  private long millis;
  private int counter;

  /**
   * Creates a source.
   *
   * @param clock the wall clock
   * @param random chance, good enough that two machines never draw the same 62 bits
   */
  public UuidV7(InstantSource clock, RandomGenerator random) {
    this.clock = clock;
    this.random = random;
  }

  @Override
  public synchronized String next() {
    long now = clock.millis();
    if (now > millis) {
      millis = now;
      counter = 0;
    } else if (counter < COUNTER_MAX) {
      counter++;
    } else {
      // The counter is used up, or the clock went back: borrow from the next millisecond.
      millis++;
      counter = 0;
    }
    long high = millis << 16 | 0x7000L | counter;
    long low = random.nextLong() >>> 2 | 0x8000_0000_0000_0000L;
    return new UUID(high, low).toString();
  }
}
