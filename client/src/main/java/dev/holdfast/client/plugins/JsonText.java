package dev.holdfast.client.plugins;

import dev.holdfast.client.JsonCodec.JsonException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * The tokens of a JSON text in UTF-8, as RFC 8259 has them. It is strict: what it takes, no other
 * reader takes for something else.
 */
final class JsonText {
  private static final String ESCAPES = "\"\\/bfnrt";
  private static final String ESCAPED = "\"\\/\b\f\n\r\t";

  private final byte[] json;
  private int at;

  JsonText(byte[] json) {
    this.json = json;
  }

  int at() {
    return at;
  }

  /** Skips the mark that some put before UTF-8. */
  void skipByteOrderMark() {
    if (json.length > 2
        && json[0] == (byte) 0xEF
        && json[1] == (byte) 0xBB
        && json[2] == (byte) 0xBF) {
      at = 3;
    }
  }

  /** What comes next, -1 at the end. */
  int peek() {
    return at < json.length ? json[at] & 0xFF : -1;
  }

  /** What comes next behind white space, -1 at the end. */
  int peekToken() {
    while (at < json.length
        && (json[at] == ' ' || json[at] == '\n' || json[at] == '\r' || json[at] == '\t')) {
      at++;
    }
    return peek();
  }

  boolean take(char c) {
    if (peek() == c) {
      at++;
      return true;
    }
    return false;
  }

  void expect(char c) throws JsonException {
    if (!take(c)) {
      throw noJson();
    }
  }

  void word(String word) throws JsonException {
    for (int i = 0; i < word.length(); i++) {
      expect(word.charAt(i));
    }
  }

  void number() throws JsonException {
    take('-');
    if (!take('0')) {
      digits();
    }
    if (take('.')) {
      digits();
    }
    if (take('e') || take('E')) {
      if (!take('+')) {
        take('-');
      }
      digits();
    }
  }

  private void digits() throws JsonException {
    int from = at;
    while (peek() >= '0' && peek() <= '9') {
      at++;
    }
    if (at == from) {
      throw noJson();
    }
  }

  void string() throws JsonException {
    expect('"');
    while (!take('"')) {
      if (take('\\')) {
        escape();
      } else if (peek() >= ' ') {
        at++;
      } else {
        throw noJson();
      }
    }
  }

  private void escape() throws JsonException {
    if (take('u')) {
      for (int i = 0; i < 4; i++, at++) {
        if (Character.digit(peek(), 16) < 0) {
          throw noJson();
        }
      }
    } else if (peek() >= 0 && ESCAPES.indexOf(peek()) >= 0) {
      at++;
    } else {
      throw noJson();
    }
  }

  /** A string's text, of which this is the whole token. */
  String text(int from, int to) throws JsonException {
    try {
      // Replaces nothing in silence: two names that differ must not become one.
      String raw =
          StandardCharsets.UTF_8
              .newDecoder()
              .decode(ByteBuffer.wrap(json, from + 1, to - from - 2))
              .toString();
      return raw.indexOf('\\') < 0 ? raw : unescaped(raw);
    } catch (CharacterCodingException e) {
      throw noJson();
    }
  }

  private static String unescaped(String raw) {
    StringBuilder text = new StringBuilder(raw.length());
    for (int i = 0; i < raw.length(); i++) {
      char c = raw.charAt(i);
      if (c != '\\') {
        text.append(c);
      } else if (raw.charAt(++i) == 'u') {
        text.append((char) Integer.parseInt(raw, i + 1, i + 5, 16));
        i += 4;
      } else {
        text.append(ESCAPED.charAt(ESCAPES.indexOf(raw.charAt(i))));
      }
    }
    return text.toString();
  }

  static JsonException noJson() {
    return new JsonException(false, "no JSON");
  }
}
