package dev.holdfast.client.plugins;

import dev.holdfast.client.JsonCodec.JsonException;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Masks fields of one JSON text. All else stays as it is, byte for byte. */
final class JsonMask {
  private static final byte[] MASK = "\"***\"".getBytes(StandardCharsets.US_ASCII);

  /** Deeper than any codec reads by default, and no danger to a thread's stack. */
  private static final int DEPTH_MAX = 1_000;

  private final byte[] json;
  private final List<FieldPath> paths;
  private final JsonText text;
  private @Nullable ByteArrayOutputStream masked;
  private int copied;

  private JsonMask(byte[] json, List<FieldPath> paths) {
    this.json = json;
    this.paths = paths;
    this.text = new JsonText(json);
  }

  /**
   * Masks fields.
   *
   * @param json a JSON text, or no bytes
   * @param paths which fields
   * @return the same array where there is nothing to mask
   * @throws JsonException if it is no JSON
   */
  static byte[] mask(byte[] json, List<FieldPath> paths) throws JsonException {
    return json.length == 0 ? json : new JsonMask(json, paths).whole();
  }

  private byte[] whole() throws JsonException {
    text.skipByteOrderMark();
    value(paths.stream().mapToLong(FieldPath::start).toArray(), 0);
    if (text.peekToken() != -1) {
      throw JsonText.noJson();
    }
    ByteArrayOutputStream out = masked;
    if (out == null) {
      return json;
    }
    out.write(json, copied, json.length - copied);
    return out.toByteArray();
  }

  private void value(long[] states, int depth) throws JsonException {
    int first = text.peekToken();
    int from = text.at();
    boolean meant = meant(states);
    // What lies in a value that is masked need not be looked at.
    long[] within = meant ? new long[states.length] : states;
    switch (first) {
      case '{' -> object(within, deeper(depth));
      case '[' -> list(within, deeper(depth));
      case '"' -> text.string();
      case 't' -> text.word("true");
      case 'f' -> text.word("false");
      case 'n' -> text.word("null");
      default -> text.number();
    }
    if (meant && first != 'n') {
      replace(from, text.at());
    }
  }

  private static int deeper(int depth) throws JsonException {
    if (depth == DEPTH_MAX) {
      throw new JsonException(true, "JSON that is nested too deeply");
    }
    return depth + 1;
  }

  private void object(long[] states, int depth) throws JsonException {
    text.expect('{');
    if (text.peekToken() != '}') {
      do {
        text.peekToken();
        int from = text.at();
        text.string();
        long[] inside = member(states, from, text.at());
        text.peekToken();
        text.expect(':');
        value(inside, depth);
        text.peekToken();
      } while (text.take(','));
    }
    text.expect('}');
  }

  private void list(long[] states, int depth) throws JsonException {
    text.expect('[');
    if (text.peekToken() != ']') {
      long[] inside = states.clone();
      for (int i = 0; i < inside.length; i++) {
        inside[i] = paths.get(i).element(states[i]);
      }
      do {
        value(inside, depth);
        text.peekToken();
      } while (text.take(','));
    }
    text.expect(']');
  }

  private long[] member(long[] states, int from, int to) throws JsonException {
    if (Arrays.stream(states).allMatch(state -> state == 0)) {
      return states;
    }
    String name = text.text(from, to);
    long[] inside = states.clone();
    for (int i = 0; i < inside.length; i++) {
      inside[i] = paths.get(i).member(states[i], name);
    }
    return inside;
  }

  private boolean meant(long[] states) {
    for (int i = 0; i < states.length; i++) {
      if (paths.get(i).meets(states[i])) {
        return true;
      }
    }
    return false;
  }

  private void replace(int from, int to) {
    ByteArrayOutputStream out = masked == null ? new ByteArrayOutputStream(json.length) : masked;
    out.write(json, copied, from - copied);
    out.writeBytes(MASK);
    copied = to;
    masked = out;
  }
}
