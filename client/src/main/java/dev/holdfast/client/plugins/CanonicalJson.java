package dev.holdfast.client.plugins;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writes all JSON texts alike that say the same: the order of an object's names, spaces, escapes
 * and the form of numbers don't matter. What it writes is to be hashed, and is no JSON.
 */
final class CanonicalJson {
  // RFC 8259 section 6.
  private static final Pattern NUMBER =
      Pattern.compile(
          "(?<sign>-?)(?<whole>0|[1-9][0-9]*)(\\.(?<fraction>[0-9]+))?([eE](?<exponent>[+-]?[0-9]+))?");

  /** Each level is a call: as deep as Jackson goes. */
  private static final int DEPTH_MAX = 1_000;

  private final String text;
  private int at;

  private CanonicalJson(String text) {
    this.text = text;
  }

  private static final class NoJson extends Exception {
    private static final long serialVersionUID = 1L;
  }

  private record Member(String name, String value) {}

  /** The one form of a text; empty where it is no JSON, or too deep. */
  static Optional<String> of(byte[] json) {
    try {
      // Bytes that are no UTF-8 fail, where a String would take one for the other.
      CharSequence chars = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(json));
      CanonicalJson scan = new CanonicalJson(chars.toString());
      StringBuilder out = new StringBuilder();
      scan.value(0, out);
      scan.spaces();
      return scan.at == scan.text.length() ? Optional.of(out.toString()) : Optional.empty();
    } catch (CharacterCodingException | NoJson e) {
      return Optional.empty();
    }
  }

  private void value(int depth, StringBuilder out) throws NoJson {
    if (depth > DEPTH_MAX) {
      throw new NoJson();
    }
    spaces();
    switch (peek()) {
      case '{' -> object(depth, out);
      case '[' -> array(depth, out);
      case '"' -> text(string(), out);
      case 't' -> literal("true", out);
      case 'f' -> literal("false", out);
      case 'n' -> literal("null", out);
      default -> number(out);
    }
  }

  private void object(int depth, StringBuilder out) throws NoJson {
    List<Member> members = new ArrayList<>();
    at++;
    for (boolean more = !ends('}'); more; more = goesOn('}')) {
      spaces();
      String name = string();
      spaces();
      expect(':');
      StringBuilder value = new StringBuilder();
      value(depth + 1, value);
      members.add(new Member(name, value.toString()));
    }
    // A name that comes twice keeps its order: readers differ in which they take.
    members.sort(Comparator.comparing(Member::name));
    out.append('{');
    for (Member member : members) {
      text(member.name, out);
      out.append(member.value);
    }
    out.append('}');
  }

  private void array(int depth, StringBuilder out) throws NoJson {
    at++;
    out.append('[');
    for (boolean more = !ends(']'); more; more = goesOn(']')) {
      value(depth + 1, out);
    }
    out.append(']');
  }

  private boolean ends(char close) throws NoJson {
    spaces();
    if (peek() != close) {
      return false;
    }
    at++;
    return true;
  }

  private boolean goesOn(char close) throws NoJson {
    if (ends(close)) {
      return false;
    }
    expect(',');
    return true;
  }

  private void literal(String word, StringBuilder out) throws NoJson {
    if (!text.startsWith(word, at)) {
      throw new NoJson();
    }
    at += word.length();
    out.append(word).append(';');
  }

  /** Its length leads, so that no text can end another. */
  private static void text(String value, StringBuilder out) {
    out.append('"').append(value.length()).append('"').append(value);
  }

  private String string() throws NoJson {
    expect('"');
    StringBuilder value = new StringBuilder();
    while (peek() != '"') {
      char next = text.charAt(at++);
      if (next < ' ') {
        throw new NoJson();
      }
      value.append(next == '\\' ? escaped() : next);
    }
    at++;
    return value.toString();
  }

  private char escaped() throws NoJson {
    char kind = peek();
    at++;
    return switch (kind) {
      case '"', '\\', '/' -> kind;
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'u' -> unicode();
      default -> throw new NoJson();
    };
  }

  private char unicode() throws NoJson {
    int code = 0;
    for (int i = 0; i < 4; i++) {
      int digit = Character.digit(peek(), 16);
      if (digit < 0 || peek() > 'f') {
        throw new NoJson();
      }
      code = code * 16 + digit;
      at++;
    }
    return (char) code;
  }

  /**
   * Its digits without zeros at either end, and the power of ten: exact at any size, where a double
   * would take different numbers for one and a BigDecimal would be slow, or give up.
   */
  private void number(StringBuilder out) throws NoJson {
    Matcher number = NUMBER.matcher(text).region(at, text.length());
    if (!number.lookingAt()) {
      throw new NoJson();
    }
    at = number.end();
    String fraction = orElse(number.group("fraction"), "");
    String digits = number.group("whole") + fraction;
    int from = 0;
    int to = digits.length();
    while (from < to && digits.charAt(from) == '0') {
      from++;
    }
    while (from < to && digits.charAt(to - 1) == '0') {
      to--;
    }
    if (from == to) {
      out.append("0;");
      return;
    }
    BigInteger exponent =
        new BigInteger(orElse(number.group("exponent"), "0"))
            .add(BigInteger.valueOf((long) digits.length() - to - fraction.length()));
    out.append(number.group("sign")).append(digits, from, to).append('e').append(exponent);
    out.append(';');
  }

  @SuppressWarnings("ConstantValue") // a group that did not match is null
  private static String orElse(String group, String otherwise) {
    return group == null ? otherwise : group;
  }

  private char peek() throws NoJson {
    if (at >= text.length()) {
      throw new NoJson();
    }
    return text.charAt(at);
  }

  private void expect(char character) throws NoJson {
    if (peek() != character) {
      throw new NoJson();
    }
    at++;
  }

  private void spaces() {
    while (at < text.length() && " \t\n\r".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }
}
