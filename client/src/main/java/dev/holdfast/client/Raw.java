package dev.holdfast.client;

import dev.holdfast.core.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * Requests that are no known operation, and bodies as they are: maps, lists, texts, numbers,
 * booleans and null.
 *
 * <p>A known read is tried again like any other. Anything else is refused, unless the client allows
 * writes, and is then sent once.
 */
public final class Raw {
  private final Client client;
  private final Adapter adapter;
  private final boolean writesAllowed;

  Raw(Client client, Adapter adapter, boolean writesAllowed) {
    this.client = client;
    this.adapter = adapter;
    this.writesAllowed = writesAllowed;
  }

  /**
   * Reads what is there.
   *
   * @param path where, behind the base URL; starts with one slash
   * @return the body as it is, and how it came about
   * @throws CallException if the call fails
   */
  public Result<@Nullable Object> get(String path) {
    return get(path, Options.none());
  }

  /**
   * Reads what is there, with options of its own.
   *
   * @param path where, behind the base URL; starts with one slash
   * @param one what this call sets; the rest stays as the client has it
   * @return the body as it is, and how it came about
   * @throws CallException if the call fails
   */
  public Result<@Nullable Object> get(String path, Options one) {
    return client.call(Operation.get(path), Object.class, one);
  }

  /**
   * Sends any request.
   *
   * @param method the HTTP method, in capitals
   * @param path where, behind the base URL; starts with one slash
   * @param body what is written as JSON, a {@code byte[]} as it is; null for none
   * @return the body as it is, and how it came about
   * @throws CallException as {@link #send(String, String, Object, Options)}
   */
  public Result<@Nullable Object> send(String method, String path, @Nullable Object body) {
    return send(method, path, body, Options.none());
  }

  /**
   * Sends any request, with options of its own.
   *
   * @param method the HTTP method, in capitals
   * @param path where, behind the base URL; starts with one slash
   * @param body what is written as JSON, a {@code byte[]} as it is; null for none
   * @param one what this call sets; the rest stays as the client has it
   * @return the body as it is, and how it came about
   * @throws CallException if the call fails; as {@code Invalid}, without a request, if it is no
   *     known read and the client does not allow writes
   */
  public Result<@Nullable Object> send(
      String method, String path, @Nullable Object body, Options one) {
    boolean read = adapter.knownRead(method, path);
    if (!read && !writesAllowed) {
      throw new CallException(
          CallError.of(
                  ErrorCode.INVALID,
                  client.name(),
                  "A raw request to "
                      + client.name()
                      + " must be a known read but was a "
                      + method
                      + "; a client made with allowWrites() sends it once")
              .permanent(true)
              .build());
    }
    Operation operation = read ? Operation.read(method, path) : Operation.write(method, path);
    return client.call(body == null ? operation : operation.body(body), Object.class, one);
  }
}
