package dev.holdfast.client.runtime;

/** Where one thread waits, for a time or until it is woken. Made by the thread that waits. */
public interface Waiter {

  /**
   * Waits until the time has passed or {@link #wake} was called, be it before this call. A wake
   * ends one wait: the next waits anew.
   *
   * @param nanos how long at most, in nanoseconds; none where it is not more than 0
   * @return true if woken, false if the time has passed
   * @throws InterruptedException if the thread is interrupted, before or while it waits; its flag
   *     is cleared
   */
  boolean await(long nanos) throws InterruptedException;

  /** Ends the wait, or the next one. Any thread may call it. */
  void wake();
}
