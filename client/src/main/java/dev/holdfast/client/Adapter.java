package dev.holdfast.client;

import dev.holdfast.client.transport.Headers;
import dev.holdfast.client.transport.Reply;
import dev.holdfast.client.transport.Transport;
import dev.holdfast.core.RateLimit;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * All that is special about one provider: where it is, how it is asked, which answers mean what,
 * how it pages, its limits. {@link HttpApi} is one for any JSON API.
 *
 * <p>Safe for use by many threads.
 */
public interface Adapter {

  /**
   * The provider's name, as messages show it.
   *
   * @return such as {@code crm}
   */
  String name();

  /**
   * Writes an operation as a request, credentials included.
   *
   * @param operation what is asked for
   * @param codec writes its body
   * @return the request
   * @throws IllegalArgumentException if it can't be asked for, as an argument breaks a rule; the
   *     call then ends as {@code Invalid} and sends nothing
   * @throws UnsupportedOperationException if the provider has no such operation; the call then ends
   *     as {@code Unsupported} and sends nothing
   */
  Transport.Request request(Operation operation, JsonCodec codec);

  /**
   * Tells what an answer means.
   *
   * @param operation what was asked for
   * @param answer the answer
   * @param codec reads its body
   * @return success or failure
   */
  Meaning meaning(Operation operation, Reply.Answer answer, JsonCodec codec);

  /**
   * How long a failed answer's body asks to wait; its {@code Retry-After} field is read anyway.
   *
   * @param answer the answer
   * @param codec reads its body
   * @return the wait, or empty
   */
  default Optional<Duration> retryAfter(Reply.Answer answer, JsonCodec codec) {
    return Optional.empty();
  }

  /**
   * Tells whether lists can be walked.
   *
   * @return false where the provider does not page, or nobody said how: a walk is refused then
   */
  boolean pages();

  /**
   * Finds the records in a page.
   *
   * @param body the page, as maps, lists and values
   * @return the records, in order
   * @throws IllegalArgumentException if they are not where they should be
   */
  List<?> items(@Nullable Object body);

  /**
   * Finds what leads from a page to the next.
   *
   * @param operation what was asked for
   * @param headers the answer's header fields
   * @param body the page, as maps, lists and values
   * @return the continuation, or empty on the last page
   */
  Optional<String> next(Operation operation, Headers headers, @Nullable Object body);

  /**
   * Tells whether a raw request is known to change nothing.
   *
   * @param method its HTTP method
   * @param path its path
   * @return true where it may be sent, and sent again, although nobody said so
   */
  default boolean knownRead(String method, String path) {
    return method.equals("GET") || method.equals("HEAD");
  }

  /**
   * Tells whether the provider takes idempotency keys, without which no write is sent again.
   *
   * @return false where a keyed write is refused
   */
  boolean honoursIdempotencyKeys();

  /**
   * The limits that the provider states.
   *
   * @return all of them, empty where it states none
   */
  default List<RateLimit> limits() {
    return List.of();
  }

  /**
   * What sends, where the adapter brings it along, as one that lives in memory does.
   *
   * @return the transport; empty where the client's is taken
   */
  default Optional<Transport> transport() {
    return Optional.empty();
  }
}
