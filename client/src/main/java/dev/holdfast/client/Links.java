package dev.holdfast.client;

import dev.holdfast.client.transport.Headers;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads {@code Link} fields. */
final class Links {
  private static final Pattern LINK = Pattern.compile("<([^>]*)>\\s*((?:;[^,<]*)*)");
  private static final Pattern NEXT =
      Pattern.compile(";\\s*rel\\s*=\\s*\"?(?:[^\";]*\\s)?next(?:\\s[^\";]*)?\"?\\s*(?:;|$)");

  private Links() {}

  static Optional<String> next(Headers headers) {
    for (String field : headers.all("Link")) {
      Matcher links = LINK.matcher(field);
      while (links.find()) {
        if (NEXT.matcher(links.group(2)).find()) {
          return Optional.of(links.group(1));
        }
      }
    }
    return Optional.empty();
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
