package dev.holdfast.client;

import dev.holdfast.client.runtime.Signal;
import dev.holdfast.core.Backoff;
import dev.holdfast.core.CallBounds;
import dev.holdfast.core.Durations;
import dev.holdfast.core.FullJitter;
import dev.holdfast.core.RetryPolicy;
import dev.holdfast.core.WaitRule;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A call's options, all of them settled and ready for the loop.
 *
 * @param policy how often, and after which waits
 * @param bounds what it may spend in all
 * @param timed whether it has a deadline, so that a clock must be read
 * @param timeoutNanos how long one attempt may take, {@link Long#MAX_VALUE} for no bound
 * @param signal what cancels it, or null
 * @param label who calls
 */
record Plan(
    RetryPolicy policy,
    CallBounds bounds,
    boolean timed,
    long timeoutNanos,
    @Nullable Signal signal,
    String label) {

  static Plan of(String name, Options options, @Nullable Duration timeout) {
    CallBounds bounds =
        new CallBounds(
            options.maxRequestsOr(Integer.MAX_VALUE),
            options.deadlineOr(Durations.LONGEST),
            options.maxRetryAfterOr(Options.MAX_RETRY_AFTER));
    Backoff backoff =
        options.backoff().map(own -> Backoff.named("of " + name, own)).orElse(FullJitter.FOR_CALLS);
    Duration attempt = options.timeout().orElse(timeout);
    return new Plan(
        new RetryPolicy(options.retriesOr(Options.RETRIES) + 1, backoff, WaitRule.LONGER_OF_BOTH),
        bounds,
        bounds.hasDeadline(),
        attempt == null ? Long.MAX_VALUE : TimeUnit.NANOSECONDS.convert(attempt),
        options.signal().orElse(null),
        options.labelOr(""));
  }

  /** The same bounds with another signal. */
  Plan with(Signal other) {
    return new Plan(policy, bounds, timed, timeoutNanos, other, label);
  }

  boolean hasTimeout() {
    return timeoutNanos != Long.MAX_VALUE;
  }

  /** Whether anything cuts an attempt. */
  boolean cuts() {
    return hasTimeout() || signal != null;
  }

  boolean cancelled() {
    return signal != null && signal.fired();
  }
}
