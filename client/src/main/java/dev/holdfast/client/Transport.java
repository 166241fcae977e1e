package dev.holdfast.client;

import dev.holdfast.core.CallEnding;
import java.net.URI;
import java.time.Duration;
import java.util.Map;

/**
 * Sends one request, once, and tells how that ended.
 *
 * <p>Whatever happens to the exchange is an ending, never an exception. In a test a lambda stands
 * in. Safe for use by many threads.
 */
@FunctionalInterface
public interface Transport {

  /**
   * Sends a request and waits for its answer to the last byte of the body.
   *
   * <p>An interrupt of the calling thread cancels the exchange and stays set.
   *
   * @param request what to send
   * @param timeout how long all of it may take, connecting and the body included; more than zero
   * @return how the exchange ended
   */
  CallEnding send(Request request, Duration timeout);

  /**
   * One request.
   *
   * @param method the HTTP method
   * @param uri where to
   * @param headers the header fields by name
   * @param body the body's bytes, not to be changed afterwards
   */
  // Nothing compares requests, so an array may be a component.
  @SuppressWarnings("ArrayRecordComponent")
  record Request(String method, URI uri, Map<String, String> headers, byte[] body) {
    /** Takes a copy of the headers. */
    public Request {
      headers = Map.copyOf(headers);
    }

    /**
     * Tells what can do no harm in a log: queries, header values and bodies may hold secrets.
     *
     * @return the method, host and sizes
     */
    @Override
    public String toString() {
      return "Request[%s to %s, %d headers, %d bytes]"
          .formatted(method, uri.getHost(), headers.size(), body.length);
    }
  }
}
