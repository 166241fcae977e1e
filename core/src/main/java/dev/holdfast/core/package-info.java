/**
 * The decisions of Holdfast, pure: what a call's ending means, when to try again, what becomes of a
 * delivery, and when a provider is left alone.
 *
 * <p>Nothing here reads a clock, draws a random number, starts a thread or opens a socket: time and
 * chance come in as arguments. What a simulation shows is therefore what production does. All types
 * but {@link dev.holdfast.core.RateBudget} are immutable and safe to share between threads.
 */
@NullMarked
package dev.holdfast.core;

import org.jspecify.annotations.NullMarked;
