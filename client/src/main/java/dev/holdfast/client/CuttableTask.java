package dev.holdfast.client;

import dev.holdfast.client.runtime.Signal;
import dev.holdfast.client.runtime.Timers;
import org.jspecify.annotations.Nullable;

/** Cuts attempts at a guard's task by the call's timeout and signal. */
record CuttableTask<T extends @Nullable Object, X extends Exception>(
    Task<T, X> task, Plan plan, Timers timers, Verdicts verdicts) implements Task<T, X> {

  @Override
  public T call() throws X {
    Cut cut = new Cut();
    Signal signal = plan.signal();
    Timers.Timer timer = plan.hasTimeout() ? timers.start(plan.timeoutNanos(), cut::timeout) : null;
    Signal.Registration registration = signal == null ? null : signal.onFire(cut::signal);
    try {
      if (plan.cancelled()) {
        // It fired after the loop had looked: no attempt begins once it has.
        throw verdicts.refused();
      }
      return task.call();
    } catch (Throwable failure) {
      Cut.Why why = cut.end();
      if (why == null) {
        throw failure;
      }
      throw switch (why) {
        case TIMEOUT -> new CutShort(verdicts.timedOut(failure, plan.timeoutNanos()));
        case SIGNAL -> new CutShort(failure);
      };
    } finally {
      cut.end();
      if (timer != null) {
        timer.stop();
      }
      if (registration != null) {
        registration.close();
      }
    }
  }
}
