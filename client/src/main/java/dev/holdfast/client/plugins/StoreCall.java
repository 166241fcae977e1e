package dev.holdfast.client.plugins;

import dev.holdfast.client.runtime.ClientRuntime;
import dev.holdfast.client.runtime.Signal;
import dev.holdfast.client.runtime.Waiter;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One call of a store, on a thread of its own while the one that made it waits; or in place, as on
 * virtual time, so that the time it took is looked at afterwards too.
 */
final class StoreCall implements Runnable {
  private final ClientRuntime runtime;
  private final Work work;
  private final Waiter waiter;
  private final long start;
  private final Object lock = new Object();
  // All of these only with the lock.
  private @Nullable Thread thread;
  private @Nullable End end;
  private boolean abandoned;

  /** To be made by the thread that will wait. */
  StoreCall(ClientRuntime runtime, Work work) {
    this.runtime = runtime;
    this.work = work;
    this.waiter = runtime.waiters().get();
    this.start = runtime.ticker().nanos();
  }

  /** What a store does. */
  @FunctionalInterface
  interface Work {
    @Nullable StoredAnswer run();
  }

  private record End(long at, @Nullable StoredAnswer found, @Nullable Throwable failure) {}

  @Override
  public void run() {
    synchronized (lock) {
      if (abandoned) {
        return;
      }
      thread = Thread.currentThread();
    }
    StoredAnswer found = null;
    Throwable failure = null;
    try {
      found = work.run();
    } catch (Throwable thrown) {
      failure = thrown;
    }
    end(new End(runtime.ticker().nanos(), found, failure));
  }

  private void end(End how) {
    synchronized (lock) {
      thread = null;
      end = how;
      if (abandoned) {
        // The interrupt was meant for the store alone, and the thread may have more to do.
        Thread.interrupted();
      }
    }
    waiter.wake();
  }

  /**
   * Waits for what the store says.
   *
   * @return what it found; null where it found nothing, is too late, or this caller has left by its
   *     signal or an interrupt, whose flag is kept
   */
  @Nullable StoredAnswer await(Duration timeout, Signal signal) {
    long nanos = TimeUnit.NANOSECONDS.convert(timeout);
    Signal.Registration registration = signal.onFire(waiter::wake);
    try {
      awaitEnd(nanos, signal);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      registration.close();
    }
    boolean leaves = signal.fired() || Thread.currentThread().isInterrupted();
    End how = leave();
    if (leaves || how == null || how.at - start > nanos) {
      return null;
    }
    if (how.failure != null) {
      throw Thrown.asItIs(how.failure);
    }
    return how.found;
  }

  private void awaitEnd(long nanos, Signal signal) throws InterruptedException {
    while (ended() == null) {
      long left = nanos - (runtime.ticker().nanos() - start);
      if (left <= 0 || signal.fired()) {
        return;
      }
      waiter.await(left);
    }
  }

  private @Nullable End ended() {
    synchronized (lock) {
      return end;
    }
  }

  /** What has not ended changes nothing any more. */
  private @Nullable End leave() {
    synchronized (lock) {
      abandoned = true;
      if (thread != null) {
        thread.interrupt();
      }
      return end;
    }
  }
}
