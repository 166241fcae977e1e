package dev.holdfast.client.transport;

import dev.holdfast.client.runtime.Signal;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/**
 * Sends one request, once, and tells what became of it.
 *
 * <p>Whatever happens to the exchange is a reply, never an exception. It blocks the calling thread,
 * and is made for virtual ones. It follows no redirect, sends nothing again by itself, decodes gzip
 * and no other coding, and bounds what it reads. In a test a lambda stands in. Safe for use by many
 * threads.
 */
@FunctionalInterface
public interface Transport {

  /**
   * Sends a request and waits for its answer to the last byte of the body.
   *
   * <p>An interrupt of the calling thread cancels the exchange and stays set. When this returns,
   * however it ended, nothing of the exchange is under way any more and nothing is registered with
   * the signal.
   *
   * @param request what to send
   * @param timeout how long all of it may take, connecting and the body included; more than zero
   * @param signal cancels the exchange when it fires; where it has fired, nothing is sent
   * @return what became of it
   */
  Reply send(Request request, Duration timeout, Signal signal);

  /**
   * One request. It can be sent any number of times.
   *
   * @param method the HTTP method
   * @param url where to, as it is sent: in ASCII, what must be escaped is
   * @param headers the header fields by name
   * @param body the body's bytes, not to be changed afterwards; none of them where it has no body
   */
  // Nothing compares requests, so an array may be a component.
  @SuppressWarnings("ArrayRecordComponent")
  record Request(String method, String url, Map<String, String> headers, byte[] body) {
    /** Takes a copy of the headers. */
    public Request {
      headers = Map.copyOf(headers);
    }

    /**
     * A request to a parsed URL.
     *
     * @param method the HTTP method
     * @param uri where to
     * @param headers the header fields by name
     * @param body the body's bytes
     */
    public Request(String method, URI uri, Map<String, String> headers, byte[] body) {
      this(method, uri.toASCIIString(), headers, body);
    }

    /**
     * The same request with a header field more.
     *
     * @param name its name
     * @param value its value
     * @return a copy
     */
    public Request header(String name, String value) {
      TreeMap<String, String> more = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
      more.putAll(headers);
      more.put(name, value);
      return new Request(method, url, more, body);
    }

    /**
     * Parses the URL.
     *
     * @return where to
     * @throws IllegalArgumentException if it is none; the message does not repeat it
     */
    public URI uri() {
      try {
        return new URI(url);
      } catch (URISyntaxException e) {
        throw new IllegalArgumentException("url must be written as URLs are but was not");
      }
    }

    /**
     * Tells what can do no harm in a log: URLs, header values and bodies may hold secrets.
     *
     * @return the method and sizes
     */
    @Override
    public String toString() {
      return "Request[%s, %d headers, %d bytes]".formatted(method, headers.size(), body.length);
    }
  }
}
