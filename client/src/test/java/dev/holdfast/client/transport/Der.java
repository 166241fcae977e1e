package dev.holdfast.client.transport;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;

/** As much of the encoding of certificates as tests need. */
final class Der {
  static final byte[] TRUE = {1, 1, -1};

  private Der() {}

  static byte[] bytes(int tag, byte[] content) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(tag);
    if (content.length > 0xff) {
      out.write(0x82);
      out.write(content.length >> 8);
    } else if (content.length > 0x7f) {
      out.write(0x81);
    }
    out.write(content.length);
    out.writeBytes(content);
    return out.toByteArray();
  }

  static byte[] tagged(int tag, byte[]... parts) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      out.writeBytes(part);
    }
    return bytes(tag, out.toByteArray());
  }

  static byte[] sequence(byte[]... parts) {
    return tagged(0x30, parts);
  }

  static byte[] integer(BigInteger value) {
    return bytes(2, value.toByteArray());
  }

  static byte[] bits(byte[] content) {
    return tagged(3, new byte[1], content);
  }

  static byte[] oid(int... parts) {
    byte[] content = new byte[parts.length];
    for (int i = 0; i < parts.length; i++) {
      content[i] = (byte) parts[i];
    }
    return bytes(6, content);
  }
}
