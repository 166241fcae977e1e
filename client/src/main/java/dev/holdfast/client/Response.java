package dev.holdfast.client;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What an operation came to, as plugins see and keep it. Immutable.
 *
 * <p>Its body is not to be changed: a plugin that answers otherwise makes a new response.
 */
public final class Response {
  private final byte[] json;
  private final Optional<String> cursor;
  private final Meta meta;
  // What the body was read as when it was checked, so that it need not be read twice.
  private final @Nullable Decoded decoded;

  /**
   * Makes a response.
   *
   * @param json the body, as JSON; no bytes stand for null
   * @param cursor what leads to the next page, where there is one
   * @param meta how it came about
   */
  public Response(byte[] json, Optional<String> cursor, Meta meta) {
    this(json, cursor, meta, null);
  }

  Response(byte[] json, Optional<String> cursor, Meta meta, @Nullable Decoded decoded) {
    this.json = json;
    this.cursor = cursor;
    this.meta = meta;
    this.decoded = decoded;
  }

  /**
   * The body, as JSON.
   *
   * @return not to be changed; no bytes stand for null
   */
  public byte[] json() {
    return json;
  }

  /**
   * What leads to the next page.
   *
   * @return the continuation; empty on the last page, and where nothing is paged
   */
  public Optional<String> cursor() {
    return cursor;
  }

  /**
   * How it came about.
   *
   * @return requests, waits, age
   */
  public Meta meta() {
    return meta;
  }

  /**
   * The same body with another story.
   *
   * @param other how it came about
   * @return a copy
   */
  public Response with(Meta other) {
    return new Response(json, cursor, other, decoded);
  }

  /** The body as maps, lists and values. */
  @Nullable Object tree(JsonCodec codec) throws JsonCodec.JsonException {
    if (decoded != null && decoded.type() == Object.class) {
      return decoded.value();
    }
    return json.length == 0 ? null : codec.read(json, Object.class);
  }

  @Nullable Decoded decoded() {
    return decoded;
  }

  /**
   * A body once it was read.
   *
   * @param type what as
   * @param value what it is
   */
  record Decoded(Class<?> type, @Nullable Object value) {}
}
