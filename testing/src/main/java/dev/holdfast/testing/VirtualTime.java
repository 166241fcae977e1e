package dev.holdfast.testing;

import dev.holdfast.client.runtime.Timers;
import dev.holdfast.client.runtime.Waiter;
import dev.holdfast.core.Ticker;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A wall clock and a ticker that stand still until they are moved: by {@link #advance}, or by
 * somebody who waits, which takes no time at all. Timers that come due on the way are run on the
 * thread that moves the clock, in their order, each at its own time.
 *
 * <p>Safe for use by many threads. Threads that wait at the same time share it: the clock moves on
 * to the later of both ends.
 */
public final class VirtualTime implements InstantSource, Ticker {
  private final PriorityQueue<VirtualTimer> timers = new PriorityQueue<>();
  private final List<Duration> waits = new ArrayList<>();
  private Instant now;
  private long nanos;
  private long started;

  /**
   * Starts at an instant.
   *
   * @param start what the wall clock shows first
   */
  public VirtualTime(Instant start) {
    this.now = start;
  }

  /**
   * Starts at the first instant of 2026.
   *
   * @return a new virtual time
   */
  public static VirtualTime create() {
    return new VirtualTime(Instant.parse("2026-01-01T00:00:00Z"));
  }

  /**
   * Moves both clocks on.
   *
   * @param by how far, at least zero
   * @throws IllegalArgumentException if it is negative
   */
  public void advance(Duration by) {
    if (by.isNegative()) {
      throw new IllegalArgumentException("by must not be negative but was " + by);
    }
    moveOn(TimeUnit.NANOSECONDS.convert(by), () -> false);
  }

  /**
   * Sleeps, as a task under test would with {@code Thread.sleep}: moves the clocks on, until the
   * time has passed or a timer on the way interrupts this thread.
   *
   * @param time how long; not at all where it is not more than zero
   * @throws InterruptedException if this thread is interrupted, before or on the way; its flag is
   *     cleared
   */
  public void sleep(Duration time) throws InterruptedException {
    new VirtualWaiter(this).await(TimeUnit.NANOSECONDS.convert(time));
  }

  /**
   * Sets the wall clock alone, as a person or a time service does; the ticker goes on.
   *
   * @param instant what it shows now
   */
  public synchronized void setWallClock(Instant instant) {
    now = instant;
  }

  @Override
  public synchronized Instant instant() {
    return now;
  }

  @Override
  public synchronized long nanos() {
    return nanos;
  }

  /**
   * The waits that calls have asked for, in their order, each as long as it was asked for. What a
   * {@link ScriptedProvider} hangs and what {@link #sleep} sleeps is not among them.
   *
   * @return a copy
   */
  public synchronized List<Duration> waits() {
    return List.copyOf(waits);
  }

  /**
   * How many timers are kept, neither expired nor stopped: none, once all calls have ended.
   *
   * @return the number, at least 0
   */
  public synchronized int timers() {
    return timers.size();
  }

  synchronized Timers.Timer start(long in, Runnable onExpiry) {
    VirtualTimer timer = new VirtualTimer(after(in), started++, onExpiry);
    timers.add(timer);
    return () -> stop(timer);
  }

  private synchronized void stop(VirtualTimer timer) {
    timers.remove(timer);
  }

  /** A waiter whose waits are kept for {@link #waits}. */
  Waiter recordingWaiter() {
    VirtualWaiter waiter = new VirtualWaiter(this);
    return new Waiter() {
      @Override
      public boolean await(long nanos) throws InterruptedException {
        asked(nanos);
        return waiter.await(nanos);
      }

      @Override
      public void wake() {
        waiter.wake();
      }
    };
  }

  private synchronized void asked(long wait) {
    waits.add(Duration.ofNanos(wait));
  }

  /** Moves on, running what comes due on the way, until the time has passed or it is enough. */
  void moveOn(long by, BooleanSupplier enough) {
    long end = after(by);
    while (!enough.getAsBoolean()) {
      VirtualTimer due = moveToNext(end);
      if (due == null) {
        return;
      }
      // Outside the lock: it may start and stop timers, or move the clock.
      due.onExpiry().run();
    }
  }

  private synchronized @Nullable VirtualTimer moveToNext(long end) {
    VirtualTimer first = timers.peek();
    VirtualTimer due = first != null && first.due() <= end ? timers.poll() : null;
    long to = due == null ? end : due.due();
    // Another thread may have moved it further.
    if (to > nanos) {
      now = now.plusNanos(to - nanos);
      nanos = to;
    }
    return due;
  }

  /** It begins at 0, so that 292 years fit: a wait past them ends there. */
  private synchronized long after(long by) {
    return by > Long.MAX_VALUE - nanos ? Long.MAX_VALUE : nanos + by;
  }
}
