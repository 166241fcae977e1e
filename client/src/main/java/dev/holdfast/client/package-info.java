/**
 * Calls to a provider over HTTP: one request, sent once, and how it ended.
 *
 * <p>A {@link dev.holdfast.client.transport.Transport} sends; {@link
 * dev.holdfast.client.transport.JdkTransport} is the one on the JDK's client. An {@link
 * dev.holdfast.client.HttpConnection} hands it to actions and reports each ending to the attempt it
 * belongs to.
 */
@NullMarked
package dev.holdfast.client;

import org.jspecify.annotations.NullMarked;
