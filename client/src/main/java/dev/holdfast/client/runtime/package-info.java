/**
 * What calls take from outside: clock, chance, timers, waiting, cancelling. {@link
 * dev.holdfast.client.runtime.SystemRuntime} wires the real ones; tests put virtual time in their
 * place.
 */
@NullMarked
package dev.holdfast.client.runtime;

import org.jspecify.annotations.NullMarked;
