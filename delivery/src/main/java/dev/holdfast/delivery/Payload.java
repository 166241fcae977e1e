package dev.holdfast.delivery;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The bytes of an event, kept exactly as they came. Immutable; its text never shows them. */
public final class Payload {
  private final byte[] bytes;

  private Payload(byte[] bytes) {
    this.bytes = bytes;
  }

  /**
   * Wraps a copy of bytes.
   *
   * @param bytes the bytes
   * @return the payload
   */
  public static Payload of(byte[] bytes) {
    return new Payload(bytes.clone());
  }

  /**
   * Wraps a text in UTF-8.
   *
   * @param text the text
   * @return the payload
   */
  public static Payload of(String text) {
    return new Payload(text.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * The bytes.
   *
   * @return a copy
   */
  public byte[] bytes() {
    return bytes.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Payload payload && Arrays.equals(bytes, payload.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return bytes.length + " bytes";
  }
}
