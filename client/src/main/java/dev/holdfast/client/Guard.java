package dev.holdfast.client;

import dev.holdfast.client.runtime.ClientRuntime;
import dev.holdfast.client.runtime.Signal;
import dev.holdfast.client.runtime.SystemRuntime;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Tries anything again within bounds: a call to a database, an SDK, a file on a share.
 *
 * <p>The task runs on the calling thread. What it throws in the end is thrown as it is; where the
 * guard itself ends the call, by its timeout, its signal or its budget, that is a {@link
 * CallException} with the last failure as its cause. A timeout or a signal cuts an attempt by
 * interrupting the thread: a task that ignores interrupts is not cut, and what it returns late is
 * returned. A task that throws {@link InterruptedException}, and any interrupt from outside, ends
 * the call, and the flag is set.
 *
 * <p>Immutable, made once and shared by any number of threads.
 */
public final class Guard {
  private final AttemptLoop loop;
  private final Options options;
  private final Plan plan;
  private final Verdicts verdicts;
  private final boolean watched;

  private Guard(Builder made) {
    this.loop = new AttemptLoop(made.name, made.runtime, SafeHooks.of(made.hooks), Signal.never());
    this.options = made.options;
    this.plan = Plan.of(made.name, made.options, null);
    this.verdicts = new Verdicts(made.name, made.retryIf, made.asked, made.stackTraces);
    this.watched = loop.watched();
  }

  /**
   * Starts a guard: four retries with full jitter, no timeout and no other bound.
   *
   * @param name what messages call it, such as the thing it calls
   * @return a builder
   */
  public static Builder named(String name) {
    return new Builder(name);
  }

  /**
   * Tries a task.
   *
   * @param task makes one attempt
   * @param <T> what it returns
   * @param <X> what it throws
   * @return what the first attempt to succeed returned
   * @throws X the last failure, when no other attempt is made
   * @throws CallException if the guard itself ended the call
   */
  public <T extends @Nullable Object, X extends Exception> T call(Task<T, X> task) throws X {
    return run(task, plan);
  }

  /**
   * Tries a task, with options of its own.
   *
   * @param task makes one attempt
   * @param one what this call sets; the rest stays as the guard has it
   * @param <T> what it returns
   * @param <X> what it throws
   * @return what the first attempt to succeed returned
   * @throws X the last failure, when no other attempt is made
   * @throws CallException if the guard itself ended the call
   */
  public <T extends @Nullable Object, X extends Exception> T call(Task<T, X> task, Options one)
      throws X {
    return run(task, plan(one));
  }

  /**
   * Tries a callable.
   *
   * @param task makes one attempt
   * @param <T> what it returns
   * @return what the first attempt to succeed returned
   * @throws Exception the last failure, when no other attempt is made
   */
  public <T extends @Nullable Object> T call(Callable<T> task) throws Exception {
    return run(task::call, plan);
  }

  /**
   * Tries a task on a thread of its own.
   *
   * @param task makes one attempt
   * @param <T> what it returns
   * @return a future of what {@link #call(Task)} returns or throws. Cancelling it, or completing it
   *     in any other way, cancels the call
   */
  public <T extends @Nullable Object> CompletableFuture<T> callAsync(Task<T, ?> task) {
    return callAsync(task, Options.none());
  }

  /**
   * Tries a task on a thread of its own, with options of its own.
   *
   * @param task makes one attempt
   * @param one what this call sets; the rest stays as the guard has it
   * @param <T> what it returns
   * @return as {@link #callAsync(Task)}
   */
  public <T extends @Nullable Object> CompletableFuture<T> callAsync(Task<T, ?> task, Options one) {
    return AsyncCall.start(
        loop.runtime(), one.over(options), merged -> run(task, Plan.of(loop.name(), merged, null)));
  }

  private Plan plan(Options one) {
    return one.equals(Options.none()) ? plan : Plan.of(loop.name(), one.over(options), null);
  }

  private <T extends @Nullable Object, X extends Exception> T run(Task<T, X> task, Plan bounds)
      throws X {
    long start = bounds.timed() ? loop.runtime().ticker().nanos() : 0;
    Task<T, X> attempt =
        bounds.cuts() ? new CuttableTask<>(task, bounds, loop.runtime().timers(), verdicts) : task;
    Task<T, X> told = watched ? new WatchedTask<>(attempt, loop, verdicts) : attempt;
    return loop.run(told, bounds, start, verdicts);
  }

  /** Makes a guard. Not safe for many threads. */
  public static final class Builder {
    private final String name;
    private Options options = Options.none();
    private Predicate<Throwable> retryIf = Verdicts::worthwhile;
    private Function<Throwable, Optional<Duration>> asked = Verdicts::askedByError;
    private Hooks hooks = Hooks.NONE;
    private ClientRuntime runtime = SystemRuntime.get();
    private boolean stackTraces = true;

    private Builder(String name) {
      this.name = name;
    }

    /**
     * Sets the bounds of every call.
     *
     * @param all the options. Default: {@link Options#none}
     * @return this
     */
    public Builder options(Options all) {
      this.options = all;
      return this;
    }

    /**
     * Sets what is worth another attempt.
     *
     * @param test true for failures that may pass. Default: every exception but {@link
     *     InterruptedException} and permanent {@link CallException}s; no {@link Error}
     * @return this
     */
    public Builder retryIf(Predicate<Throwable> test) {
      this.retryIf = test;
      return this;
    }

    /**
     * Sets where a failure says how long to wait at least.
     *
     * @param reader reads it, or finds nothing. Default: a {@link CallException}'s own
     * @return this
     */
    public Builder retryAfter(Function<Throwable, Optional<Duration>> reader) {
      this.asked = reader;
      return this;
    }

    /**
     * Sets who sees each attempt.
     *
     * @param sees the hooks. Default: nobody
     * @return this
     */
    public Builder hooks(Hooks sees) {
      this.hooks = sees;
      return this;
    }

    /**
     * Sets clock, chance and timers.
     *
     * @param outside the runtime. Default: the system's
     * @return this
     */
    public Builder runtime(ClientRuntime outside) {
      this.runtime = outside;
      return this;
    }

    /**
     * Makes a call that is refused, as its signal has fired, throw without a stack trace: an order
     * of magnitude faster.
     *
     * @return this
     */
    public Builder noStackTraces() {
      this.stackTraces = false;
      return this;
    }

    /**
     * Makes the guard.
     *
     * @return a new guard
     */
    public Guard build() {
      return new Guard(this);
    }
  }
}
