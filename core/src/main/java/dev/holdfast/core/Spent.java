package dev.holdfast.core;

import java.time.Duration;

/**
 * What a delivery has spent of its budget.
 *
 * @param attempts attempts counted so far
 * @param sinceStart time since its event, or since an operator's retry
 * @param held how much of that it was held
 */
public record Spent(int attempts, Duration sinceStart, Duration held) {}
