/**
 * For tests on virtual time: a clock that moves when told or waited for, a provider that answers by
 * a script, threads that run in place, and an engine driven step by step. A day of retries takes
 * milliseconds.
 */
@NullMarked
package dev.holdfast.testing;

import org.jspecify.annotations.NullMarked;
