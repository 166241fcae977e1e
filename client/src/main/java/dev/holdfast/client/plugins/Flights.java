package dev.holdfast.client.plugins;

import dev.holdfast.client.runtime.Signal;
import dev.holdfast.client.runtime.Waiter;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads under way that several callers wait for: at most one for each key. Safe for use by many
 * threads.
 *
 * <p>One that all its callers have left stays until it has ended, so that no second request goes
 * out beside it; whoever comes meanwhile waits for its end, and then begins another.
 */
final class Flights {
  private final Map<String, Flight> underWay = new HashMap<>();

  /** One of them. */
  final class Flight {
    private final String key;
    private final Signal signal = Signal.create();
    // These only with the lock of all flights.
    private final Set<Waiter> callers = new HashSet<>();
    private @Nullable Landing landing;

    private Flight(String key) {
      this.key = key;
    }

    /** Fires when the last caller has left. */
    Signal signal() {
      return signal;
    }

    /** How it ended; null while it is under way. */
    @Nullable Landing landing() {
      synchronized (underWay) {
        return landing;
      }
    }

    /** Ends it and wakes all who wait. Does nothing where it has ended. */
    void end(Landing how) {
      List<Waiter> waiting;
      synchronized (underWay) {
        if (landing != null) {
          return;
        }
        landing = how;
        underWay.remove(key);
        waiting = List.copyOf(callers);
      }
      waiting.forEach(Waiter::wake);
    }

    /** Takes a caller off it and wakes that. Does nothing where it has left before. */
    void leave(Waiter caller) {
      boolean last;
      synchronized (underWay) {
        last = callers.remove(caller) && callers.isEmpty() && landing == null;
      }
      if (last) {
        // Outside the lock: whoever is told may come back here.
        signal.fire();
      }
      caller.wake();
    }
  }

  /**
   * A caller's place.
   *
   * @param flight what it waits for
   * @param began whether it is the one to begin it
   */
  record Seat(Flight flight, boolean began) {}

  /** Gives a caller a place on the flight that is under way, or on a new one. */
  Seat board(String key, Waiter caller) {
    synchronized (underWay) {
      Flight flight = underWay.get(key);
      boolean begins = flight == null;
      if (flight == null) {
        flight = new Flight(key);
        underWay.put(key, flight);
      }
      flight.callers.add(caller);
      return new Seat(flight, begins);
    }
  }

  /** How many are under way. */
  int size() {
    synchronized (underWay) {
      return underWay.size();
    }
  }
}
