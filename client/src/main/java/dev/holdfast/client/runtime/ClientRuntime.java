package dev.holdfast.client.runtime;

import dev.holdfast.core.Ticker;
import java.time.InstantSource;
import java.util.concurrent.Executor;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;

/**
 * What calls take from outside: everything that would make two runs differ. Each part is used by
 * many threads at once.
 *
 * @param clock the wall clock: what answers are stamped with, and {@code Retry-After} dates
 *     measured by
 * @param ticker time that only goes forward: what bounds are measured by
 * @param random chance, from 0 (included) to 1 (excluded), for waits
 * @param timers timeouts
 * @param waiters a new place to wait for the thread that asks
 * @param executor runs asynchronous calls, each on a thread of its own
 */
public record ClientRuntime(
    InstantSource clock,
    Ticker ticker,
    DoubleSupplier random,
    Timers timers,
    Supplier<Waiter> waiters,
    Executor executor) {}
