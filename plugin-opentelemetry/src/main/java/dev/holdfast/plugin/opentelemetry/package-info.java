/** Spans of OpenTelemetry for a client's operations and attempts. */
@NullMarked
package dev.holdfast.plugin.opentelemetry;

import org.jspecify.annotations.NullMarked;
