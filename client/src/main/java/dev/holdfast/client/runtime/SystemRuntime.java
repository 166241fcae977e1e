package dev.holdfast.client.runtime;

import java.time.InstantSource;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * The real clock, chance, timers and threads: the one place of this module where they are wired.
 */
public final class SystemRuntime {
  // Shared by all, as a timer thread for each client would be a waste. It lives while timers do.
  private static final ClientRuntime SHARED =
      new ClientRuntime(
          InstantSource.system(),
          System::nanoTime,
          () -> ThreadLocalRandom.current().nextDouble(),
          new Watchdog(System::nanoTime, SystemRuntime::watch),
          ParkedWaiter::new,
          task -> Thread.ofVirtual().name("holdfast-call").start(task));

  private SystemRuntime() {}

  /**
   * The runtime on the system's clock, chance, timers and threads: virtual ones for asynchronous
   * calls.
   *
   * @return the one that all clients share
   */
  public static ClientRuntime get() {
    return SHARED;
  }

  /**
   * A thread of the system's own: a virtual one would wait for a carrier when they are all busy.
   */
  private static Thread watch(Runnable loop) {
    return Thread.ofPlatform().daemon().name("holdfast-timeouts").unstarted(loop);
  }

  private static final class ParkedWaiter implements Waiter {
    private final Thread thread = Thread.currentThread();
    private final AtomicBoolean woken = new AtomicBoolean();

    @Override
    public boolean await(long nanos) throws InterruptedException {
      long start = System.nanoTime();
      long left = nanos;
      while (!woken.get() && left > 0) {
        if (Thread.interrupted()) {
          throw new InterruptedException();
        }
        LockSupport.parkNanos(this, left);
        left = nanos - (System.nanoTime() - start);
      }
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      return woken.getAndSet(false);
    }

    @Override
    public void wake() {
      woken.set(true);
      LockSupport.unpark(thread);
    }
  }
}
