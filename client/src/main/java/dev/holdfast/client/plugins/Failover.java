package dev.holdfast.client.plugins;

import dev.holdfast.client.CallError;
import dev.holdfast.client.CallException;
import dev.holdfast.client.JsonCodec;
import dev.holdfast.client.Meta;
import dev.holdfast.client.Operation;
import dev.holdfast.client.Plugin;
import dev.holdfast.client.Response;
import dev.holdfast.core.ErrorCode;
import dev.holdfast.core.OperationKind;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Keeps every successful read in a store; when a later read of the same thing fails because the
 * provider is down or rate limiting, gives the answer that was kept, marked stale and with the time
 * when it was fetched.
 *
 * <p>Each read is tried first, with all its retries: no provider is skipped. An answer is given in
 * the place of a {@code Provider} error, whatever made it one, and of a {@code RateLimited} with an
 * HTTP status, unless the call was aborted. Every other error reaches the caller: a mistake of its
 * own, a missing record, a cap of our own, and any exception that is no {@link CallException}.
 * Writes pass untouched.
 *
 * <p>Every page of a walk is kept by itself, with what leads to the next. Give a client this plugin
 * before those whose failures it is to cover, such as {@code cache}; what {@code redact} masks is
 * kept unmasked where that comes first. Immutable: every method returns a copy. Safe for use by
 * many threads and clients.
 */
public final class Failover implements Plugin {

  /** How old an answer may be where nothing else is said. */
  public static final Duration MAX_AGE = Duration.ofDays(7);

  private static final String PREFIX = "failover:";

  private static final TimeRange MAX_AGE_RANGE =
      new TimeRange("maxAge", Duration.ofSeconds(1), Duration.ofDays(366));

  private final TimelyStore store;
  private final Duration maxAge;
  private final @Nullable InstantSource clock;

  private Failover(TimelyStore store, Duration maxAge, @Nullable InstantSource clock) {
    this.store = store;
    this.maxAge = maxAge;
    this.clock = clock;
  }

  /**
   * Makes the plugin.
   *
   * @param store where answers are kept; it may serve {@code cache} and other clients too. What it
   *     throws, the read fails with: catch it there if it shall not
   * @return failover for answers of at most 7 days, and a store that has a second
   */
  public static Failover in(AnswerStore store) {
    return new Failover(new TimelyStore(store, TimelyStore.TIMEOUT), MAX_AGE, null);
  }

  /**
   * Sets how old an answer may be: at this age it is given, a millisecond later it isn't.
   *
   * @param age 1 s to 366 days. Default: 7 days
   * @return a copy
   * @throws IllegalArgumentException if it is out of its range
   */
  public Failover maxAge(Duration age) {
    return new Failover(store, MAX_AGE_RANGE.checked(age), clock);
  }

  /**
   * Sets how long the store may take. One that is too late counts as having nothing, and what it
   * was to keep may be kept or not; it is interrupted.
   *
   * @param time 1 ms to 1 hour. Default: 1 s
   * @return a copy
   * @throws IllegalArgumentException if it is out of its range
   */
  public Failover storeTimeout(Duration time) {
    return new Failover(
        new TimelyStore(store.store(), TimeRange.STORE_TIMEOUT.checked(time)), maxAge, clock);
  }

  /**
   * Sets the clock that an answer's age is measured by.
   *
   * @param source the clock. Default: that of the client's runtime, which stamps answers too
   * @return a copy
   */
  public Failover clock(InstantSource source) {
    return new Failover(store, maxAge, source);
  }

  @Override
  public String name() {
    return "failover";
  }

  @Override
  public Response wrap(Operation operation, Next next, CallInfo info) {
    Optional<String> key =
        operation.kind() == OperationKind.READ
            ? OperationKey.of(operation, info).map(PREFIX::concat)
            : Optional.empty();
    return key.isEmpty() ? next.proceed(operation) : covered(key.get(), operation, next, info);
  }

  private Response covered(String key, Operation operation, Next next, CallInfo info) {
    Response response;
    try {
      response = next.proceed(operation);
    } catch (CallException failure) {
      if (!covers(failure.error())) {
        throw failure;
      }
      return inPlaceOf(failure, key, info);
    }
    if (!response.meta().stale()) {
      store.set(key, StoredAnswer.of(response), maxAge, info.runtime(), info.signal());
    }
    return response;
  }

  private static boolean covers(CallError error) {
    // A rate limit without a status is a cap of our own, and no outage.
    return !error.aborted()
        && (error.code() == ErrorCode.PROVIDER
            || (error.code() == ErrorCode.RATE_LIMITED && error.status().isPresent()));
  }

  private Response inPlaceOf(CallException failure, String key, CallInfo info) {
    StoredAnswer kept = kept(failure, key, info);
    InstantSource time = clock == null ? info.runtime().clock() : clock;
    if (kept == null
        || kept.age(time.instant()).filter(age -> age.compareTo(maxAge) <= 0).isEmpty()) {
      throw failure;
    }
    Meta meta = new Meta(info.requests(), info.throttled(), kept.fetchedAt(), true);
    try {
      return kept.answer(info, meta);
    } catch (JsonCodec.JsonException | RuntimeException garbage) {
      // Not only a codec: an adapter's own code looks for a page in it.
      throw failure;
    }
  }

  private @Nullable StoredAnswer kept(CallException failure, String key, CallInfo info) {
    try {
      return store.get(key, info.runtime(), info.signal());
    } catch (Throwable broken) {
      if (broken != failure) {
        broken.addSuppressed(failure);
      }
      throw broken;
    }
  }
}
