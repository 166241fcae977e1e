package dev.holdfast.guide;

import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A sample as a page shows it.
 *
 * @param page the page
 * @param name which sample, as {@code Class#region}
 * @param code the block of code after its mark, or null where none follows
 * @param output the block of output right after the code, or null where none follows
 */
record Shown(String page, String name, @Nullable String code, @Nullable String output) {
  private static final Pattern MARK =
      Pattern.compile(
          "(?s)<!-- sample: (\\S+) -->\\n(?:```java\\n(.*?)```\\n(?:\\n```\\n(.*?)```\\n)?)?");

  /** How messages name it. */
  String where() {
    return page + ": sample " + name;
  }

  /**
   * Finds the samples of a page.
   *
   * @param page its name
   * @param text what it says
   * @return its samples, in order
   */
  static List<Shown> in(String page, String text) {
    return MARK.matcher(text)
        .results()
        .map(mark -> new Shown(page, mark.group(1), mark.group(2), mark.group(3)))
        .toList();
  }
}
