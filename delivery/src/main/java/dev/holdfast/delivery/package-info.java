/**
 * Deliveries: events and their subscribers, the engine that works them off, and the interface to
 * the store that keeps them.
 *
 * <p>The way of the data goes one way: {@link Engine#emit} writes an event and its deliveries, the
 * engine claims due deliveries lane by lane, {@link dev.holdfast.core.DeliveryPolicy} decides, the
 * action runs on a thread of its own with no database connection held, and its ending is
 * acknowledged. Clock, chance, ids and threads come in as an {@link EngineRuntime}.
 */
@NullMarked
package dev.holdfast.delivery;

import org.jspecify.annotations.NullMarked;
