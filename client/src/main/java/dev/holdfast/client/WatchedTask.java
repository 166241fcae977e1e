package dev.holdfast.client;

import java.time.Duration;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** Tells the hooks of each attempt at a guard's task. One for each call: it counts. */
final class WatchedTask<T extends @Nullable Object, X extends Exception> implements Task<T, X> {
  private final Task<T, X> task;
  private final AttemptLoop loop;
  private final Referee referee;
  private int attempts;

  WatchedTask(Task<T, X> task, AttemptLoop loop, Referee referee) {
    this.task = task;
    this.loop = loop;
    this.referee = referee;
  }

  @Override
  public T call() throws X {
    attempts++;
    long start = loop.runtime().ticker().nanos();
    try {
      T value = task.call();
      tell(start, "");
      return value;
    } catch (Throwable failure) {
      tell(start, referee.reason(failure));
      throw failure;
    }
  }

  private void tell(long start, String failure) {
    // A ticker that went back on a bad host must not show.
    Duration took = Duration.ofNanos(Math.max(0, loop.runtime().ticker().nanos() - start));
    loop.hooks()
        .onRequest(new Hooks.Attempted(loop.name(), attempts, OptionalInt.empty(), failure, took));
  }
}
