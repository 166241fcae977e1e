package dev.holdfast.delivery;

import dev.holdfast.core.BreakerPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Emits events and works their deliveries off. Made by {@link EngineBuilder}, started once, stopped
 * once. Safe for many threads.
 */
public final class Engine {
  private final EngineContext context;
  private final EngineRuntime runtime;
  private final Acknowledger acknowledger;
  private final AttemptRunner runner;
  private final Claimer claimer;
  private final Steps steps;
  private final EngineLoops loops;

  Engine(
      EngineContext context,
      EngineRuntime runtime,
      Map<String, BreakerPolicy> breakerPolicies,
      AlertListener listener) {
    this.context = context;
    this.runtime = runtime;
    this.loops = new EngineLoops(context.options(), runtime);
    Endings endings = new Endings(runtime.random());
    this.acknowledger =
        new Acknowledger(context, Map.copyOf(breakerPolicies), loops::wakeAcknowledgements);
    this.runner = new AttemptRunner(endings, context.clock(), acknowledger);
    this.claimer = new Claimer(context, endings, this::start, acknowledger);
    Housekeeper housekeeper = new Housekeeper(context, runner, acknowledger, listener);
    this.steps = new Steps(claimer, acknowledger, housekeeper, loops);
  }

  /**
   * Begins an engine.
   *
   * @param store where it keeps everything; the caller closes it after the engine is stopped
   * @return a builder
   */
  public static EngineBuilder in(Store store) {
    return new EngineBuilder(store);
  }

  /**
   * Emits an event: it is written with one delivery for each subscriber of its type, in one
   * transaction.
   *
   * @param type the event's type
   * @param payload its bytes
   * @param dedupeKey if there, an event emitted before under this key is returned instead
   * @return what came of it
   */
  public Emitted emit(String type, Payload payload, Optional<String> dedupeKey) {
    IdSource ids = runtime.ids();
    Instant now = context.clock().instant();
    List<Emission.NewDelivery> deliveries = new ArrayList<>();
    for (Subscriber subscriber : context.subscribers().values()) {
      if (subscriber.eventType().equals(type)) {
        deliveries.add(new Emission.NewDelivery(ids.next(), subscriber.name()));
      }
    }
    Emitted emitted =
        context
            .store()
            .emit(new Emission(new Event(ids.next(), type, payload, now), deliveries, dedupeKey));
    loops.wakeClaims();
    return emitted;
  }

  /** Starts the engine's threads. */
  public void start() {
    loops.start(steps);
  }

  /**
   * Drains: claims nothing more, waits until the attempts on their way have ended, at most the run
   * limit, cuts those that have not, and writes every acknowledgement.
   */
  public void stop() {
    claimer.stop();
    loops.stopClaiming();
    waitUntilIdle(context.options().runLimit());
    for (AttemptRun run : context.running().all()) {
      run.cut(AttemptRun.Cut.SHUTDOWN);
    }
    waitUntilIdle(Duration.ofSeconds(5));
    loops.stop();
  }

  private void waitUntilIdle(Duration atMost) {
    Threads.Signal pause = runtime.threads().signal();
    long end = runtime.ticker().nanos() + atMost.toNanos();
    while (inFlight() > 0 || !acknowledger.isEmpty()) {
      if (runtime.ticker().nanos() - end >= 0) {
        return;
      }
      pause.await(Duration.ofMillis(20));
    }
  }

  /**
   * How many attempts are on their way.
   *
   * @return the number
   */
  public int inFlight() {
    return context.running().size();
  }

  /**
   * How many attempts may run at the longest, once stopped.
   *
   * @return the run limit
   */
  public Duration runLimit() {
    return context.options().runLimit();
  }

  /**
   * The lanes this engine works.
   *
   * @return one for each subscriber
   */
  public List<Lane> lanes() {
    return context.lanes();
  }

  /**
   * The store's time as the engine sees it.
   *
   * @return now
   */
  public Instant now() {
    return context.clock().instant();
  }

  /**
   * The engine's rounds, to drive it by hand instead of starting it.
   *
   * @return the steps
   */
  public EngineSteps steps() {
    return steps;
  }

  private void start(Claimed claimed, Subscriber subscriber, Map<String, Long> periods) {
    AttemptRun run =
        new AttemptRun(
            claimed,
            subscriber,
            periods,
            context.store(),
            runtime.ticker(),
            context.options().runLimit());
    context.running().add(run);
    run.startedAs(
        runtime
            .threads()
            .start("delivery-" + run.deliveryId(), () -> runToItsEnd(run, subscriber)));
  }

  private void runToItsEnd(AttemptRun run, Subscriber subscriber) {
    try {
      runner.run(run, subscriber);
    } finally {
      context.running().remove(run);
      loops.wakeClaims();
    }
  }

  private record Steps(
      Claimer claimer, Acknowledger acknowledger, Housekeeper housekeeper, EngineLoops loops)
      implements EngineSteps {
    @Override
    public int claim() {
      return claimer.claim();
    }

    @Override
    public boolean acknowledge() {
      Acknowledger.Written written = acknowledger.write();
      if (written == Acknowledger.Written.OUTAGES_TOO) {
        loops.wakeAlerts();
      }
      return written != Acknowledger.Written.NOTHING;
    }

    @Override
    public void cutOverdue() {
      housekeeper.cutOverdue();
    }

    @Override
    public void renewLeases() {
      housekeeper.renewLeases();
    }

    @Override
    public void measureClock() {
      housekeeper.measureClock();
    }

    @Override
    public void raiseAlerts() {
      housekeeper.raiseAlerts();
    }
  }
}
