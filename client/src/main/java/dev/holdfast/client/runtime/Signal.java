package dev.holdfast.client.runtime;

import dev.holdfast.core.Durations;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Cancels calls from outside. It fires once, for all calls that were given it, and stays fired.
 *
 * <p>A call that is given a fired signal sends nothing; one in flight is cut; one that waits stops
 * waiting. Safe for use by many threads.
 */
public final class Signal {
  private static final Logger LOG = LoggerFactory.getLogger(Signal.class);
  private static final Signal NEVER = new Signal(false);
  private static final Registration NOTHING = () -> {};

  private final boolean canFire;
  private final Object lock = new Object();
  // A set, so that of many calls each leaves at once; in the order they came.
  private Set<Listener> listeners = new LinkedHashSet<>();
  private volatile boolean fired;
  private volatile Timers.@Nullable Timer timer;

  private Signal(boolean canFire) {
    this.canFire = canFire;
  }

  /**
   * A signal that never fires, and keeps nobody who would be told: what calls without a signal
   * share.
   *
   * @return the one
   */
  public static Signal never() {
    return NEVER;
  }

  /**
   * Makes a signal that fires when {@link #fire} is called.
   *
   * @return a new signal
   */
  public static Signal create() {
    return new Signal(true);
  }

  /**
   * Makes a signal that fires once a time has passed, counted from now: a hard limit, which cuts
   * even a request in flight. Its timer is kept until then, or until it is fired by hand.
   *
   * @param time how long from now, more than zero
   * @param runtime whose timers count
   * @return a new signal
   * @throws IllegalArgumentException if the time is not more than zero
   */
  public static Signal after(Duration time, ClientRuntime runtime) {
    if (!time.isPositive()) {
      throw new IllegalArgumentException(
          "time of a signal must be more than 0 s but was " + Durations.text(time));
    }
    Signal signal = new Signal(true);
    signal.timer = runtime.timers().start(TimeUnit.NANOSECONDS.convert(time), signal::fire);
    return signal;
  }

  /**
   * Fires: every listener is run, on this thread. Does nothing where it has fired.
   *
   * @throws UnsupportedOperationException if this is {@link #never}
   */
  public void fire() {
    if (!canFire) {
      throw new UnsupportedOperationException("a signal that never fires must not be fired");
    }
    Set<Listener> told;
    synchronized (lock) {
      if (fired) {
        return;
      }
      fired = true;
      told = listeners;
      listeners = Set.of();
    }
    Timers.Timer running = timer;
    if (running != null) {
      running.stop();
    }
    // Outside the lock: a listener may come back here.
    told.forEach(Listener::run);
  }

  /**
   * Tells whether it has fired.
   *
   * @return true from the first {@link #fire} on
   */
  public boolean fired() {
    return fired;
  }

  /**
   * Has something run when this fires, or at once, on this thread, where it has fired.
   *
   * @param action quick: it runs on the thread that fires. What it throws is logged, so that the
   *     others are told all the same
   * @return to be closed as soon as it need not be run any more, so that nothing is kept
   */
  public Registration onFire(Runnable action) {
    if (!canFire) {
      return NOTHING;
    }
    Listener listener = new Listener(action);
    synchronized (lock) {
      if (!fired) {
        listeners.add(listener);
        return listener;
      }
    }
    listener.run();
    return listener;
  }

  /**
   * Counts who would be told.
   *
   * @return the number of open registrations, 0 once fired
   */
  public int listeners() {
    synchronized (lock) {
      return listeners.size();
    }
  }

  /** That something is run when a signal fires. */
  @FunctionalInterface
  public interface Registration extends AutoCloseable {
    /** Ends it. What has begun to run runs on. */
    @Override
    void close();
  }

  private final class Listener implements Registration {
    private final Runnable action;

    Listener(Runnable action) {
      this.action = action;
    }

    void run() {
      try {
        action.run();
      } catch (RuntimeException | Error e) {
        // The others must be told.
        LOG.warn("a listener of a signal threw {}", e.getClass().getName());
      }
    }

    @Override
    public void close() {
      synchronized (lock) {
        if (!fired) {
          listeners.remove(this);
        }
      }
    }
  }
}
