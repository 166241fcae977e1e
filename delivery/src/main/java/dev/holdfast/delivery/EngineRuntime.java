package dev.holdfast.delivery;

import dev.holdfast.core.Ticker;
import java.util.random.RandomGenerator;

/**
 * What the engine takes from outside: everything that would make two runs differ. Each part is used
 * by many threads at once.
 *
 * @param ticker time that only goes forward
 * @param random chance, for waits
 * @param ids ids of events and deliveries
 * @param threads threads and waiting
 */
public record EngineRuntime(Ticker ticker, RandomGenerator random, IdSource ids, Threads threads) {}
