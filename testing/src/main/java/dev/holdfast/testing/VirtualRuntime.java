package dev.holdfast.testing;

import dev.holdfast.client.runtime.ClientRuntime;
import dev.holdfast.delivery.EngineRuntime;
import dev.holdfast.delivery.Threads;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.DoubleSupplier;

/** Runtimes on virtual time, for engines and for calls: everything runs in place, at once. */
public final class VirtualRuntime {
  private VirtualRuntime() {}

  /**
   * A runtime for calls on virtual time, whose asynchronous calls run in place too: they have ended
   * when they return, so that a run is the same every time.
   *
   * @param time the clock. Waits end at once and move it
   * @param random chance, from 0 (included) to 1 (excluded): {@code () -> 0.5} for waits that can
   *     be told beforehand
   * @return a new runtime, safe for use by many threads where the chance is
   */
  public static ClientRuntime forCalls(VirtualTime time, DoubleSupplier random) {
    return forCalls(time, random, Runnable::run);
  }

  /**
   * A runtime for calls on virtual time, whose asynchronous calls run where the test wants them to.
   *
   * @param time the clock. Waits end at once and move it
   * @param random chance, from 0 (included) to 1 (excluded)
   * @param executor runs asynchronous calls
   * @return a new runtime, safe for use by many threads where the chance is
   */
  public static ClientRuntime forCalls(VirtualTime time, DoubleSupplier random, Executor executor) {
    return new ClientRuntime(time, time, random, time::start, time::recordingWaiter, executor);
  }

  /**
   * A runtime for an engine on virtual time: chance from a seed, ids in order, attempts run in
   * place.
   *
   * @param time the clock
   * @param seed what chance is drawn from: the same seed gives the same run
   * @return a new runtime
   */
  public static EngineRuntime create(VirtualTime time, long seed) {
    AtomicLong ids = new AtomicLong();
    return new EngineRuntime(
        time,
        new SplittableRandom(seed),
        () -> "id-%08d-%x".formatted(ids.incrementAndGet(), seed),
        new InPlace());
  }

  /** Runs an attempt before {@code start} returns, and never waits. */
  private static final class InPlace implements Threads {
    @Override
    public Task start(String name, Runnable attempt) {
      attempt.run();
      return new Ended();
    }

    @Override
    public Task startLoop(String name, Runnable loop) {
      throw new UnsupportedOperationException(
          "an engine on virtual time is driven by its steps: do not start it");
    }

    @Override
    public Signal signal() {
      return new NeverWaits();
    }
  }

  private static final class Ended implements Threads.Task {
    @Override
    public void interrupt() {}

    @Override
    public boolean join(Duration atMost) {
      return true;
    }
  }

  private static final class NeverWaits implements Threads.Signal {
    @Override
    public void raise() {}

    @Override
    public void await(Duration atMost) {}
  }
}
