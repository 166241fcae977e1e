package dev.holdfast.client.plugins;

import dev.holdfast.client.runtime.ClientRuntime;
import dev.holdfast.client.runtime.Signal;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * A store whose caller waits no longer than a bound. What it throws in time, the caller gets.
 *
 * @param store the store
 * @param timeout the bound
 */
record TimelyStore(AnswerStore store, Duration timeout) {

  /** How long a store may take where nothing else is said. */
  static final Duration TIMEOUT = Duration.ofSeconds(1);

  /** The answer; null also where the store is too late, or the caller has left. */
  @Nullable StoredAnswer get(String key, ClientRuntime runtime, Signal signal) {
    return within(runtime, signal, () -> store.get(key));
  }

  /** Keeps an answer; where the store is too late or the caller has left, it may be kept or not. */
  void set(String key, StoredAnswer answer, Duration ttl, ClientRuntime runtime, Signal signal) {
    within(
        runtime,
        signal,
        () -> {
          store.set(key, answer, ttl);
          return null;
        });
  }

  private @Nullable StoredAnswer within(ClientRuntime runtime, Signal signal, StoreCall.Work work) {
    StoreCall call = new StoreCall(runtime, work);
    try {
      runtime.executor().execute(call);
    } catch (RejectedExecutionException full) {
      // The store was not asked: as if it had not answered.
      return null;
    }
    return call.await(timeout, signal);
  }
}
