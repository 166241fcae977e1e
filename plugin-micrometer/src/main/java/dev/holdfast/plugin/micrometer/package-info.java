/** Timers and counters of Micrometer for a client's operations and requests. */
@NullMarked
package dev.holdfast.plugin.micrometer;

import org.jspecify.annotations.NullMarked;
