package dev.holdfast.delivery;

import dev.holdfast.core.Breaker;

/**
 * A breaker as it is shown.
 *
 * @param connection its connection
 * @param breaker its state
 * @param held how many deliveries it holds, counted to 10,001 at most
 */
public record BreakerView(String connection, Breaker breaker, long held) {}
