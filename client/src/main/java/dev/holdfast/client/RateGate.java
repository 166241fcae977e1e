package dev.holdfast.client;

import dev.holdfast.client.runtime.ClientRuntime;
import dev.holdfast.client.runtime.Signal;
import dev.holdfast.client.runtime.Waiter;
import dev.holdfast.core.RateBudget;
import dev.holdfast.core.RateLimit;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Where every request of a client waits until the rate budget lets it go. Safe for use by many
 * threads.
 */
final class RateGate {

  /** How often a request that is due looks whether those before it have gone. */
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private final RateBudget budget;
  private final boolean slowsDown;
  private final ClientRuntime runtime;
  private final Signal closed;
  private final ReentrantLock lock = new ReentrantLock();
  private final Set<Waiter> waiting = new HashSet<>();

  RateGate(List<RateLimit> limits, boolean slowsDown, ClientRuntime runtime, Signal closed) {
    this.budget = new RateBudget(limits);
    this.slowsDown = slowsDown;
    this.runtime = runtime;
    this.closed = closed;
  }

  /** How a request came through, or why it did not. */
  enum End {
    /** It goes now, and is counted. */
    SENT,
    /** It would go past its deadline. */
    DEADLINE,
    /** The provider asked for a longer pause than the call allows. */
    PAUSED,
    /** The call was cancelled: the place was given back. */
    CANCELLED
  }

  /**
   * The end of a wait.
   *
   * @param end how it ended
   * @param nanos how long it took, or for {@link End#PAUSED} would take
   */
  record Wait(End end, long nanos) {
    private static final Wait NONE = new Wait(End.SENT, 0);
  }

  /**
   * Waits until a request may go.
   *
   * @param signal ends the wait
   * @param deadline the latest time to go, by the ticker, {@link Long#MAX_VALUE} for none
   * @param pauseMax the longest pause to wait for where there is no deadline, in nanoseconds
   */
  Wait await(Signal signal, long deadline, long pauseMax) {
    Waiter waiter;
    RateBudget.Place place;
    long start;
    lock.lock();
    try {
      start = now();
      if (budget.trySend(start)) {
        return Wait.NONE;
      }
      long pause = budget.pauseLeft(start);
      if (deadline == Long.MAX_VALUE && pause > pauseMax) {
        return new Wait(End.PAUSED, pause);
      }
      waiter = runtime.waiters().get();
      place = budget.join(start, deadline, waiter::wake);
      waiting.add(waiter);
    } finally {
      lock.unlock();
    }
    Signal.Registration registration = signal.onFire(waiter::wake);
    Signal.Registration close = closed.onFire(waiter::wake);
    try {
      return await(
          place, waiter, signal, start, deadline == Long.MAX_VALUE ? pauseMax : Long.MAX_VALUE);
    } finally {
      close.close();
      registration.close();
      forget(waiter);
    }
  }

  private Wait await(
      RateBudget.Place place, Waiter waiter, Signal signal, long start, long pauseMax) {
    while (true) {
      long left;
      lock.lock();
      try {
        long now = now();
        Wait end = end(place, signal, now, start, pauseMax);
        if (end != null) {
          return end;
        }
        left = Math.max(budget.due(place, now) - now, LOOK_NANOS);
        if (place.refused()) {
          return new Wait(End.DEADLINE, Math.max(0, now - start));
        }
      } finally {
        lock.unlock();
      }
      if (!slept(waiter, left)) {
        leave(place);
        return new Wait(End.CANCELLED, Math.max(0, now() - start));
      }
    }
  }

  private @Nullable Wait end(
      RateBudget.Place place, Signal signal, long now, long start, long pauseMax) {
    if (signal.fired() || closed.fired()) {
      budget.leave(place, now);
      return new Wait(End.CANCELLED, Math.max(0, now - start));
    }
    if (budget.trySend(place, now)) {
      return new Wait(End.SENT, Math.max(0, now - start));
    }
    long pause = budget.pauseLeft(now);
    if (pause > pauseMax) {
      budget.leave(place, now);
      return new Wait(End.PAUSED, pause);
    }
    return null;
  }

  private void forget(Waiter waiter) {
    lock.lock();
    try {
      waiting.remove(waiter);
    } finally {
      lock.unlock();
    }
  }

  private static boolean slept(Waiter waiter, long nanos) {
    try {
      waiter.await(nanos);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private void leave(RateBudget.Place place) {
    lock.lock();
    try {
      budget.leave(place, now());
    } finally {
      lock.unlock();
    }
  }

  /**
   * Slows every request down after a 429.
   *
   * @param sentAt when the request was sent that was answered so, by the ticker
   * @param pause how long nothing goes
   */
  void slowDown(long sentAt, Duration pause) {
    if (!slowsDown) {
      return;
    }
    lock.lock();
    try {
      budget.slowDown(sentAt, now(), TimeUnit.NANOSECONDS.convert(pause));
      // The pause may be longer than they would wait.
      waiting.forEach(Waiter::wake);
    } finally {
      lock.unlock();
    }
  }

  /** How long a request would wait that came now. */
  Duration expected() {
    lock.lock();
    try {
      long now = now();
      return Duration.ofNanos(Math.max(0, budget.expected(now) - now));
    } finally {
      lock.unlock();
    }
  }

  /** How many wait. */
  int waiting() {
    lock.lock();
    try {
      return budget.waiting();
    } finally {
      lock.unlock();
    }
  }

  private long now() {
    return runtime.ticker().nanos();
  }
}
