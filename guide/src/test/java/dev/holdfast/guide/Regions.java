package dev.holdfast.guide;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the parts of a source that pages show. */
final class Regions {
  private static final Pattern REGION =
      Pattern.compile("(?ms)^ *// region (\\w+)\\n(.*?)^ *// endregion$");

  private Regions() {}

  /**
   * Reads a source.
   *
   * @param type the name of its class
   * @param source its text
   * @return each region's text, moved to the left, by {@code Class#region}
   */
  static Map<String, String> in(String type, String source) {
    Map<String, String> regions = new LinkedHashMap<>();
    Matcher region = REGION.matcher(source);
    while (region.find()) {
      // A last line that is empty would count as one without an indent.
      String text = region.group(2).stripTrailing().stripIndent() + "\n";
      regions.put(type + "#" + region.group(1), text);
    }
    return regions;
  }
}
