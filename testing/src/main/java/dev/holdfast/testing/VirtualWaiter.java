package dev.holdfast.testing;

import dev.holdfast.client.runtime.Waiter;
import java.util.concurrent.atomic.AtomicBoolean;

/** Waits by moving the clock to the end of the wait, or to what wakes or interrupts it before. */
final class VirtualWaiter implements Waiter {
  private final VirtualTime time;
  private final AtomicBoolean woken = new AtomicBoolean();

  VirtualWaiter(VirtualTime time) {
    this.time = time;
  }

  @Override
  public boolean await(long nanos) throws InterruptedException {
    time.moveOn(Math.max(0, nanos), () -> woken.get() || Thread.currentThread().isInterrupted());
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    return woken.getAndSet(false);
  }

  @Override
  public void wake() {
    woken.set(true);
  }
}
