package dev.holdfast.client;

import dev.holdfast.client.runtime.ClientRuntime;
import dev.holdfast.client.runtime.Signal;
import dev.holdfast.client.runtime.Waiter;
import dev.holdfast.core.CallProgress;
import dev.holdfast.core.RetryDecision;
import dev.holdfast.core.StopReason;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The one loop that tries again. It acts on what {@link dev.holdfast.core.RetryPolicy} decides.
 *
 * @param name whose calls these are
 * @param runtime clock, chance and waiting
 * @param hooks who sees retries
 * @param closed fires when no more calls are made, which ends every wait
 */
record AttemptLoop(String name, ClientRuntime runtime, Hooks hooks, Signal closed) {

  /**
   * Tries until a task succeeds or goes no further.
   *
   * @param task makes one attempt
   * @param plan the call's bounds
   * @param start when the call began, by the ticker; looked at only where the plan is timed
   * @param referee judges failures
   */
  <T extends @Nullable Object, X extends Exception> T run(
      Task<T, X> task, Plan plan, long start, Referee referee) throws X {
    if (plan.cancelled()) {
      throw referee.refused();
    }
    for (int attempts = 1; ; attempts++) {
      try {
        return task.call();
      } catch (Throwable failure) {
        // Returns where another attempt is due.
        afterFailure(failure, plan, start, attempts, referee);
      }
    }
  }

  /** Whether anybody sees attempts, so that they must be timed and told. */
  boolean watched() {
    return hooks instanceof SafeHooks;
  }

  private void afterFailure(
      Throwable failure, Plan plan, long start, int attempts, Referee referee) {
    Interrupts.keep(failure);
    RetryDecision decision = decide(failure, plan, start, attempts, referee);
    referee.decided(failure, attempts, decision);
    switch (decision) {
      case RetryDecision.Stop stop -> throw end(failure, stop.reason(), attempts, referee);
      case RetryDecision.Retry retry -> {
        hooks.onRetry(new Hooks.Retrying(name, attempts, retry.delay(), referee.reason(failure)));
        pause(retry.delay(), plan.signal());
        lookAgain(failure, plan, start, attempts, referee);
      }
    }
  }

  private RetryDecision decide(
      Throwable failure, Plan plan, long start, int attempts, Referee referee) {
    CallProgress progress =
        new CallProgress(
            attempts, referee.requests(attempts), elapsed(plan, start), cancelled(plan));
    try {
      return plan.policy()
          .afterFailure(
              plan.bounds(),
              progress,
              referee.retryable(failure),
              referee.asked(failure),
              runtime.random());
    } catch (RuntimeException | Error broken) {
      // A caller's own predicate or backoff. What it was asked about must not be lost.
      if (!broken.equals(failure)) {
        broken.addSuppressed(failure);
      }
      hooks.onStop(
          new Hooks.Stopped(name, attempts, StopReason.NOT_RETRYABLE, referee.reason(broken)));
      throw broken;
    }
  }

  /** A wait may have been cut short, or have ended late. */
  private void lookAgain(Throwable failure, Plan plan, long start, int attempts, Referee referee) {
    if (cancelled(plan)) {
      throw end(failure, StopReason.CANCELLED, attempts, referee);
    }
    if (plan.timed() && elapsed(plan, start).toMillis() > plan.bounds().deadline().toMillis()) {
      throw end(failure, StopReason.DEADLINE, attempts, referee);
    }
  }

  private Duration elapsed(Plan plan, long start) {
    // A ticker that went back on a bad host must not throw.
    return plan.timed()
        ? Duration.ofNanos(Math.max(0, runtime.ticker().nanos() - start))
        : Duration.ZERO;
  }

  private boolean cancelled(Plan plan) {
    return plan.cancelled() || closed.fired() || Thread.currentThread().isInterrupted();
  }

  private void pause(Duration delay, @Nullable Signal signal) {
    if (delay.isZero()) {
      return;
    }
    Waiter waiter = runtime.waiters().get();
    Signal.Registration close = closed.onFire(waiter::wake);
    Signal.Registration registration = signal == null ? null : signal.onFire(waiter::wake);
    try {
      waiter.await(TimeUnit.NANOSECONDS.convert(delay));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      close.close();
      if (registration != null) {
        registration.close();
      }
    }
  }

  private RuntimeException end(
      Throwable failure, StopReason decided, int attempts, Referee referee) {
    StopReason stop = referee.stop(failure, decided);
    int made = referee.made(attempts);
    hooks.onStop(new Hooks.Stopped(name, made, stop, referee.reason(failure)));
    throw AttemptLoop.<RuntimeException>unchecked(referee.ended(failure, stop, attempts));
  }

  /** Passes on what a task threw, which may be checked: it is what the task declares. */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <X extends Throwable> X unchecked(Throwable thrown) throws X {
    throw (X) thrown;
  }
}
