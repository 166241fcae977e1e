package dev.holdfast.server;

/** Makes what a stranger sent fit for one line of a terminal. */
public final class Printable {
  private Printable() {}

  /**
   * Escapes what could move the cursor or hide text, and cuts to a length.
   *
   * @param text any text
   * @param max the greatest length, at least 1
   * @return a line
   */
  public static String line(String text, int max) {
    StringBuilder line = new StringBuilder();
    // Each character makes at least one, so no more of a long text is looked at.
    text.codePoints().limit(max + 1L).forEach(c -> append(line, c));
    return line.length() <= max ? line.toString() : line.substring(0, max - 1) + "…";
  }

  private static void append(StringBuilder line, int c) {
    switch (c) {
      case '\n' -> line.append("\\n");
      case '\r' -> line.append("\\r");
      case '\t' -> line.append("\\t");
      default -> {
        if (shows(c)) {
          line.appendCodePoint(c);
        } else {
          line.append(String.format("\\u%04x", c));
        }
      }
    }
  }

  private static boolean shows(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED ->
          false;
      default -> true;
    };
  }
}
