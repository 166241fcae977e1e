/**
 * What wraps a client's operations: failover and its family. Each is a {@link
 * dev.holdfast.client.Plugin}; a client is given them outside in.
 */
@NullMarked
package dev.holdfast.client.plugins;

import org.jspecify.annotations.NullMarked;
