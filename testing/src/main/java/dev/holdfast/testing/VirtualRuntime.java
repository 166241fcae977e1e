package dev.holdfast.testing;

import dev.holdfast.delivery.EngineRuntime;
import dev.holdfast.delivery.Threads;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;

/** An engine's runtime on virtual time: chance from a seed, ids in order, attempts run in place. */
public final class VirtualRuntime {
  private VirtualRuntime() {}

  /**
   * A runtime on virtual time.
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
