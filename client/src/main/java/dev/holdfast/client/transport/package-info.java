/**
 * One request, sent once, and what became of it. {@link dev.holdfast.client.transport.JdkTransport}
 * is the one on the JDK's client; anything that implements {@link
 * dev.holdfast.client.transport.Transport} can stand in.
 */
@NullMarked
package dev.holdfast.client.transport;

import org.jspecify.annotations.NullMarked;
