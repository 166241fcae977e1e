package dev.holdfast.client;

import dev.holdfast.client.runtime.ClientRuntime;
import dev.holdfast.client.runtime.Signal;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The asynchronous twin of any call: the same call, on a thread of its own, under a signal. */
final class AsyncCall {
  private AsyncCall() {}

  /** A call that can be made with options. */
  @FunctionalInterface
  interface Blocking<T extends @Nullable Object> {
    T call(Options options) throws Exception;
  }

  static <T extends @Nullable Object> CompletableFuture<T> start(
      ClientRuntime runtime, Options options, Blocking<T> call) {
    Signal own = Signal.create();
    Signal.Registration outer =
        options.signal().map(signal -> signal.onFire(own::fire)).orElse(() -> {});
    CompletableFuture<T> future = new CompletableFuture<>();
    // However it is completed, be it by orTimeout, nothing goes on for nobody.
    var unused =
        future.whenComplete((value, failure) -> {
          own.fire();
          outer.close();
        });
    Options signalled = options.signal(own);
    try {
      runtime.executor().execute(() -> complete(future, call, signalled));
    } catch (RuntimeException | Error refused) {
      // Whoever has the future waits for it alone.
      future.completeExceptionally(refused);
    }
    return future;
  }

  private static <T extends @Nullable Object> void complete(
      CompletableFuture<T> future, Blocking<T> call, Options options) {
    try {
      future.complete(call.call(options));
    } catch (Throwable failure) {
      future.completeExceptionally(failure);
    }
  }
}
