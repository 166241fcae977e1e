package dev.holdfast.client;

import dev.holdfast.client.transport.Headers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads {@code Link} fields, by RFC 8288, section 3. */
final class Links {
  private static final Pattern TARGET = Pattern.compile("<([^>]*)>");
  private static final Pattern PARAMETER =
      Pattern.compile(
          "\\s*;\\s*([^\\s=;,\"]+)\\s*(?:=\\s*(?:\"((?:[^\"\\\\]|\\\\.)*)\"|([^;,\"]*)))?");

  private Links() {}

  static Optional<String> next(Headers headers) {
    for (String field : headers.all("Link")) {
      Matcher target = TARGET.matcher(field);
      int from = 0;
      while (target.find(from)) {
        Matcher parameter = PARAMETER.matcher(field);
        List<String> relations = new ArrayList<>();
        from = target.end();
        while (parameter.region(from, field.length()).lookingAt()) {
          relations(parameter).ifPresent(relations::add);
          from = parameter.end();
        }
        // The first of several counts.
        if (!relations.isEmpty() && isNext(relations.getFirst())) {
          return Optional.of(target.group(1));
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<String> relations(Matcher parameter) {
    if (!parameter.group(1).equalsIgnoreCase("rel")) {
      return Optional.empty();
    }
    String quoted = parameter.group(2);
    return Optional.ofNullable(quoted == null ? parameter.group(3) : quoted);
  }

  private static boolean isNext(String relations) {
    return List.of(relations.strip().toLowerCase(Locale.ROOT).split("\\s+")).contains("next");
  }

  static String below(String baseUrl, String link) {
    if (link.startsWith(baseUrl + "/")) {
      return BaseUrl.checkedPath("link to the next page", link.substring(baseUrl.length()));
    }
    if (link.startsWith("/") || link.startsWith("?")) {
      throw new IllegalArgumentException(
          "link to the next page must be a whole URL but was relative");
    }
    throw new IllegalArgumentException(
        "link to the next page must lead to the same base URL but led elsewhere");
  }
}
