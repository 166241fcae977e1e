package dev.holdfast.client;

import org.jspecify.annotations.Nullable;

/**
 * A value and how it came about.
 *
 * @param value what was asked for; null where the provider answered with null or an empty body
 * @param meta requests, waits, age
 * @param <T> the value's type
 */
public record Result<T extends @Nullable Object>(T value, Meta meta) {}
