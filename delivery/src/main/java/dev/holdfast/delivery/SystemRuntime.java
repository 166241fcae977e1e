package dev.holdfast.delivery;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/** The real clock, chance and threads: the one place of this module where they are wired. */
public final class SystemRuntime {
  private SystemRuntime() {}

  /**
   * The wall clock.
   *
   * @return the system's
   */
  public static InstantSource clock() {
    return InstantSource.system();
  }

  /**
   * A runtime on the system's clock, chance and threads: virtual ones for attempts.
   *
   * @return a new runtime
   */
  public static EngineRuntime create() {
    // Waits are drawn by many threads at once, and need not wait for the secure generator's lock.
    RandomGenerator waits = () -> ThreadLocalRandom.current().nextLong();
    return new EngineRuntime(
        System::nanoTime, waits, new UuidV7(clock(), new SecureRandom()), new SystemThreads());
  }

  private static final class SystemThreads implements Threads {
    private final ThreadFactory attempts = Thread.ofVirtual().factory();

    @Override
    public Task start(String name, Runnable attempt) {
      Thread thread = attempts.newThread(attempt);
      thread.setName(name);
      thread.start();
      return new ThreadTask(thread);
    }

    @Override
    public Task startLoop(String name, Runnable loop) {
      return new ThreadTask(Thread.ofPlatform().name(name).start(loop));
    }

    @Override
    public Signal signal() {
      return new SemaphoreSignal(new Semaphore(0));
    }
  }

  private record ThreadTask(Thread thread) implements Threads.Task {
    @Override
    public void interrupt() {
      thread.interrupt();
    }

    @Override
    public boolean join(Duration atMost) {
      try {
        return thread.join(atMost);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
  }

  private record SemaphoreSignal(Semaphore semaphore) implements Threads.Signal {
    @Override
    public void raise() {
      if (semaphore.availablePermits() == 0) {
        semaphore.release();
      }
    }

    @Override
    public void await(Duration atMost) {
      try {
        if (semaphore.tryAcquire(atMost.toNanos(), TimeUnit.NANOSECONDS)) {
          semaphore.drainPermits();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
