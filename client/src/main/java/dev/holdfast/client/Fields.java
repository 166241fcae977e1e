package dev.holdfast.client;

import java.util.regex.Pattern;

/** What HTTP allows in header fields. No message repeats a value, which may be a secret. */
final class Fields {
  // RFC 9110 section 5.6.2: a token.
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]+");
  private static final Pattern VALUE = Pattern.compile("[!-~]([ -~]*[!-~])?");

  private Fields() {}

  static String name(String field) {
    if (!NAME.matcher(field).matches()) {
      throw new IllegalArgumentException("name of a header field must be a token but was not");
    }
    return field;
  }

  static String value(String field, String value) {
    if (!VALUE.matcher(value).matches()) {
      throw new IllegalArgumentException(
          "value of header field "
              + field
              + " must be visible ASCII, spaces only between others, but was not");
    }
    return value;
  }
}
