package dev.holdfast.client.plugins;

import dev.holdfast.client.CallError;
import dev.holdfast.client.CallException;
import dev.holdfast.client.Plugin.CallInfo;
import dev.holdfast.client.runtime.Waiter;
import dev.holdfast.core.CallEnding.Sent;
import dev.holdfast.core.ErrorCode;
import dev.holdfast.core.StopReason;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * A caller that waits for a flight within its own bounds: deadline, signal, interrupt.
 *
 * @param info its call
 * @param waiter where it waits; made by its thread
 */
record Passenger(CallInfo info, Waiter waiter) {

  Passenger(CallInfo info) {
    this(info, info.runtime().waiters().get());
  }

  /** How the flight ended, where it did in time. */
  Landing await(Flights.Flight flight) {
    try {
      for (Landing landing = flight.landing(); ; landing = flight.landing()) {
        if (landing != null) {
          return landing;
        }
        goOn();
        waiter.await(info.timeLeft().map(TimeUnit.NANOSECONDS::convert).orElse(Long.MAX_VALUE));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw aborted();
    }
  }

  /** Fails the call where it is cancelled or past its deadline. */
  void goOn() {
    if (info.signal().fired() || Thread.currentThread().isInterrupted()) {
      throw aborted();
    }
    if (!info.timeLeft().map(Duration::isPositive).orElse(true)) {
      throw new CallException(
          error("The call passed its deadline to " + info.provider())
              .timedOut(true)
              .stop(StopReason.DEADLINE)
              .build());
    }
  }

  private CallException aborted() {
    return new CallException(
        error("The call was aborted")
            .permanent(true)
            .aborted(true)
            .stop(StopReason.CANCELLED)
            .build());
  }

  private CallError.Builder error(String message) {
    int requests = info.requests();
    return CallError.of(ErrorCode.PROVIDER, info.provider(), message)
        .sent(requests == 0 ? Sent.NO : Sent.MAYBE)
        .attempts(requests);
  }
}
