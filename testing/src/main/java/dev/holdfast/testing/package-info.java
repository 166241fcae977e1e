/**
 * For tests on virtual time: a clock that moves when told, threads that run in place, and an engine
 * driven step by step. A day of retries takes milliseconds.
 */
@NullMarked
package dev.holdfast.testing;

import org.jspecify.annotations.NullMarked;
