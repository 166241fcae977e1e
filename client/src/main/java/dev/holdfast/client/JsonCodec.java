package dev.holdfast.client;

import org.jspecify.annotations.Nullable;

/**
 * Reads and writes JSON. The default is Jackson's; no type of it shows. Safe for use by many
 * threads.
 */
public interface JsonCodec {

  /**
   * Reads a value.
   *
   * @param json a whole JSON text
   * @param type what as; {@code Object} gives maps, lists, texts, numbers, booleans and null
   * @param <T> the type
   * @return the value, null for JSON's null
   * @throws JsonException if it is no JSON, has something after it, or does not fit the type
   */
  <T> @Nullable T read(byte[] json, Class<T> type) throws JsonException;

  /**
   * Writes a value.
   *
   * @param value anything that the codec knows how to write
   * @return the JSON text, in UTF-8
   * @throws JsonException if it can't be written
   */
  byte[] write(Object value) throws JsonException;

  /**
   * Turns what {@link #read} gave as {@code Object} into a type.
   *
   * @param tree maps, lists, texts, numbers, booleans or null
   * @param type what as
   * @param <T> the type
   * @return the value
   * @throws JsonException if it does not fit the type
   */
  <T> @Nullable T convert(@Nullable Object tree, Class<T> type) throws JsonException;

  /**
   * A codec on Jackson 3 that passes over fields it does not know.
   *
   * @return the codec, which all clients share
   */
  static JsonCodec jackson() {
    return JacksonCodec.SHARED;
  }

  /** A text is not the JSON that it should be. Its message says nothing of what stands in it. */
  final class JsonException extends Exception {
    private static final long serialVersionUID = 1L;

    /** Whether the text is JSON at all. */
    private final boolean wellFormed;

    /**
     * Makes an exception.
     *
     * @param wellFormed whether the text is JSON, and only does not fit
     * @param message what is wrong, without a word of the text
     */
    public JsonException(boolean wellFormed, String message) {
      super(message);
      this.wellFormed = wellFormed;
    }

    /**
     * Tells whether the text is JSON.
     *
     * @return true where it only does not fit the type
     */
    public boolean wellFormed() {
      return wellFormed;
    }
  }
}
