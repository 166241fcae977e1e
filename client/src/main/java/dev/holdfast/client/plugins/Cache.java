package dev.holdfast.client.plugins;

import dev.holdfast.client.JsonCodec;
import dev.holdfast.client.Meta;
import dev.holdfast.client.Operation;
import dev.holdfast.client.Plugin;
import dev.holdfast.client.Response;
import dev.holdfast.client.runtime.Signal;
import dev.holdfast.core.OperationKind;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Answers a read from a store while the answer is young enough, without a request; and lets callers
 * that read the same thing at the same time wait for one request.
 *
 * <p>Each of them keeps its own deadline, signal and interrupt, and leaves at once by any of them,
 * be a request of its own under way. The shared request has the bounds of the call that began it,
 * but goes on when that leaves; it is cancelled when the last one does. Where it fails for the one
 * who began it, the others try again, one of them with a request of its own; only a permanent
 * failure is that of all. {@link Meta#fetchedAt} is always the time of the request to the provider,
 * and a stale answer is passed on and not kept. Writes pass untouched, and make no answer older.
 *
 * <p>Requests are shared by all clients that were given the same plugin. Immutable: every method
 * returns a copy, which shares no requests with this one. Safe for use by many threads and clients.
 */
public final class Cache implements Plugin {
  private static final TimeRange TTL =
      new TimeRange("ttl", Duration.ofMillis(1), Duration.ofDays(366));

  private final TimelyStore store;
  private final Duration ttl;
  private final Flights flights = new Flights();

  private Cache(TimelyStore store, Duration ttl) {
    this.store = store;
    this.ttl = ttl;
  }

  /**
   * Makes the plugin.
   *
   * @param store where answers are kept; it may serve {@code failover} and other clients too. What
   *     it throws, the read fails with: catch it there if it shall not
   * @param ttl for how long an answer is given, counted from when its request was sent: 1 ms to 366
   *     days. At this age it isn't any more
   * @return a cache whose store has a second to answer
   * @throws IllegalArgumentException if ttl is out of its range
   */
  public static Cache in(AnswerStore store, Duration ttl) {
    return new Cache(new TimelyStore(store, TimelyStore.TIMEOUT), TTL.checked(ttl));
  }

  /**
   * Sets how long the store may take. One that is too late counts as having nothing, and what it
   * was to keep may be kept or not; it is interrupted.
   *
   * @param time 1 ms to 1 hour. Default: 1 s
   * @return a copy
   * @throws IllegalArgumentException if it is out of its range
   */
  public Cache storeTimeout(Duration time) {
    return new Cache(new TimelyStore(store.store(), TimeRange.STORE_TIMEOUT.checked(time)), ttl);
  }

  @Override
  public String name() {
    return "cache";
  }

  @Override
  public Response wrap(Operation operation, Next next, CallInfo info) {
    Optional<String> key =
        operation.kind() == OperationKind.READ
            ? OperationKey.of(operation, info)
            : Optional.empty();
    return key.isEmpty()
        ? next.proceed(operation)
        : new Read(key.get(), operation, next, info).answer();
  }

  /** One caller's read. */
  private final class Read {
    private final String key;
    private final Operation operation;
    private final Next next;
    private final CallInfo info;

    Read(String key, Operation operation, Next next, CallInfo info) {
      this.key = key;
      this.operation = operation;
      this.next = next;
      this.info = info;
    }

    Response answer() {
      while (true) {
        Passenger caller = new Passenger(info);
        caller.goOn();
        Flights.Seat seat = flights.board(key, caller.waiter());
        Response response = response(landing(caller, seat), seat.began());
        // Whoever began a flight has its answer or its failure: nobody comes by here for ever.
        if (response != null) {
          return response;
        }
      }
    }

    private Landing landing(Passenger caller, Flights.Seat seat) {
      Flights.Flight flight = seat.flight();
      // Before it starts, as it may run in place.
      Signal.Registration cancel = info.signal().onFire(() -> flight.leave(caller.waiter()));
      try {
        if (seat.began()) {
          start(flight);
        }
        return caller.await(flight);
      } finally {
        cancel.close();
        flight.leave(caller.waiter());
      }
    }

    private void start(Flights.Flight flight) {
      Next shared = next.detached(flight.signal());
      try {
        info.runtime().executor().execute(() -> flight.end(flown(shared, flight.signal())));
      } catch (RuntimeException | Error refused) {
        flight.end(new Landing.Failed(refused));
      }
    }

    private Landing flown(Next shared, Signal signal) {
      try {
        Response kept = kept(signal);
        return kept == null ? fetched(shared, signal) : Landing.Answered.of(kept);
      } catch (Throwable failure) {
        // Whatever it is, others wait for it.
        return new Landing.Failed(failure);
      }
    }

    private @Nullable Response kept(Signal signal) {
      StoredAnswer kept = store.get(key, info.runtime(), signal);
      if (kept == null
          || kept.age(info.runtime().clock().instant())
              .filter(age -> age.compareTo(ttl) < 0)
              .isEmpty()) {
        return null;
      }
      return read(kept, false);
    }

    private Landing fetched(Next shared, Signal signal) {
      Landing.Answered fetched = Landing.Answered.of(shared.proceed(operation));
      if (!fetched.stale()) {
        store.set(key, fetched.shared(), ttl, info.runtime(), signal);
      }
      return fetched;
    }

    /** What a landing is to this caller; null where it is nothing, so that it must try again. */
    private @Nullable Response response(Landing landing, boolean own) {
      return switch (landing) {
        case Landing.Answered answered when own -> answered.own();
        case Landing.Answered answered -> read(answered.shared(), answered.stale());
        case Landing.Failed failed when own || failed.forAll() -> throw Thrown.asItIs(failed.why());
        case Landing.Failed failed -> null;
      };
    }

    /** An answer that cost this call nothing; null where it is not what this one asked for. */
    private @Nullable Response read(StoredAnswer answer, boolean stale) {
      Meta meta = new Meta(0, Duration.ZERO, answer.fetchedAt(), stale);
      try {
        return answer.answer(info, meta);
      } catch (JsonCodec.JsonException | RuntimeException garbage) {
        // Not only a codec: an adapter's own code looks for a page in it.
        return null;
      }
    }
  }
}
