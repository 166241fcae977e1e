/**
 * Simulations: what a policy will do, shown beforehand on a virtual clock and decided by the same
 * core that production runs.
 *
 * <p>Times are whole milliseconds; those too large to count stay at {@link Long#MAX_VALUE}. All
 * types are immutable and safe to share between threads.
 */
@NullMarked
package dev.holdfast.simulation;

import org.jspecify.annotations.NullMarked;
