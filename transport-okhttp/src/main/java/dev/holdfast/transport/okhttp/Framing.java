package dev.holdfast.transport.okhttp;

import dev.holdfast.client.transport.Reply.Flaw;
import okhttp3.Headers;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/** What OkHttp lets pass in an answer's head. It would read such a body wrongly, or for ever. */
final class Framing {
  private static final int NO_CONTENT = 204;
  private static final int RESET_CONTENT = 205;
  private static final int NOT_MODIFIED = 304;
  private static final String LENGTH = "Content-Length";

  private Framing() {}

  /**
   * Throws where a head is none: its status can't end an exchange, such as 101, 099 or -12, or a
   * field has a space in its name (RFC 9112, section 5.1) or a NUL in its value (RFC 9110, 5.5).
   */
  static void checkHead(Response head) {
    Headers headers = head.headers();
    boolean sound = head.code() >= 200;
    for (int i = 0; i < headers.size(); i++) {
      sound &= headers.name(i).indexOf(' ') < 0 && headers.value(i).indexOf('\0') < 0;
    }
    if (!sound) {
      throw new Flawed(Flaw.GARBLED);
    }
  }

  /** Throws where the length is no number, or two. RFC 9112, section 6.3. */
  static void checkLength(Response head) {
    String length = null;
    Headers headers = head.headers();
    for (int i = 0; i < headers.size(); i++) {
      if (headers.name(i).equalsIgnoreCase(LENGTH)) {
        String next = headers.value(i);
        if (!isLength(next) || (length != null && !length.equals(next))) {
          throw new Flawed(Flaw.GARBLED);
        }
        length = next;
      }
    }
    if (mustBeEmpty(head.code()) && !isZero(length)) {
      throw new Flawed(Flaw.GARBLED);
    }
  }

  private static boolean isLength(String text) {
    // Nineteen digits can be more than a long holds.
    return !text.isEmpty()
        && text.length() < 19
        && text.chars().allMatch(c -> '0' <= c && c <= '9');
  }

  private static boolean mustBeEmpty(int status) {
    return status == NO_CONTENT || status == RESET_CONTENT;
  }

  private static boolean isZero(@Nullable String length) {
    return length == null || length.chars().allMatch(c -> c == '0');
  }

  /** Whether an answer has no body whatever its fields say. */
  static boolean isEmpty(int status) {
    return status == NOT_MODIFIED;
  }
}
