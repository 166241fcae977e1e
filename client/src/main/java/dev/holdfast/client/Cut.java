package dev.holdfast.client;

import org.jspecify.annotations.Nullable;

/**
 * Cuts one attempt that runs on this thread, by interrupting it, and takes that interrupt back when
 * the attempt has ended: an interrupt of our own must not reach what comes after.
 *
 * <p>An interrupt from outside that was there before ours stays. One that comes while ours is still
 * set can't be told from it.
 */
final class Cut {

  /** Why an attempt was cut. */
  enum Why {
    TIMEOUT,
    SIGNAL
  }

  private final Thread thread = Thread.currentThread();
  private @Nullable Why why;
  private boolean ended;
  private boolean fromOutside;

  void timeout() {
    cut(Why.TIMEOUT);
  }

  void signal() {
    cut(Why.SIGNAL);
  }

  private synchronized void cut(Why reason) {
    if (!ended && why == null) {
      why = reason;
      fromOutside = thread.isInterrupted();
      thread.interrupt();
    }
  }

  /** The attempt is over: from here on nothing interrupts. Tells why it was cut, or null. */
  synchronized @Nullable Why end() {
    if (!ended && why != null && !fromOutside) {
      Thread.interrupted();
    }
    ended = true;
    return why;
  }
}
