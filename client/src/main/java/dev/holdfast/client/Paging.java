package dev.holdfast.client;

import dev.holdfast.client.transport.Headers;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Pages by a rule.
 *
 * @param rule the provider's
 * @param baseUrl what a link must start with
 */
record Paging(PageRule rule, String baseUrl) {

  /** The records in a page. */
  List<?> items(@Nullable Object body) {
    String at =
        switch (rule) {
          case PageRule.Cursor cursor -> cursor.itemsAt();
          case PageRule.Link link -> link.itemsAt();
          case PageRule.Numbered numbered -> numbered.itemsAt();
          case PageRule.None none -> "";
        };
    return Tree.at(body, at)
        .filter(List.class::isInstance)
        .map(found -> (List<?>) found)
        .orElseThrow(() ->
            new IllegalArgumentException("page must have a list at '" + at + "' but had none"));
  }

  /** What leads to the next page. */
  Optional<String> next(Operation operation, Headers headers, @Nullable Object body) {
    return switch (rule) {
      case PageRule.Cursor cursor -> Tree.text(body, cursor.cursorAt());
      case PageRule.Link link -> Links.next(headers).map(found -> Links.below(baseUrl, found));
      case PageRule.Numbered numbered -> {
        int number = number(operation, numbered);
        yield items(body).size() < numbered.size()
            ? Optional.empty()
            : Optional.of(Integer.toString(number + 1));
      }
      case PageRule.None none -> Optional.empty();
    };
  }

  /** Refuses a page that no provider could give. */
  void check(Operation operation) {
    if (operation.isPage() && rule instanceof PageRule.Numbered numbered) {
      number(operation, numbered);
    }
  }

  /** The argument that asks for a page; none for a link, which replaces path and query. */
  Map<String, String> argument(Operation operation) {
    return switch (rule) {
      case PageRule.Cursor cursor -> argument(operation, cursor.parameter());
      case PageRule.Numbered numbered -> argument(operation, numbered.parameter());
      case PageRule.Link link -> Map.of();
      case PageRule.None none -> Map.of();
    };
  }

  /** The page that was asked for: by a continuation, by an argument of the caller's, or not. */
  private static int number(Operation operation, PageRule.Numbered numbered) {
    List<String> given = operation.arguments().getOrDefault(numbered.parameter(), List.of());
    String text = operation.cursor().orElse(given.isEmpty() ? "" : given.getLast());
    try {
      return text.isEmpty() ? numbered.first() : Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          numbered.parameter() + " must be the number of a page but was none");
    }
  }

  private static Map<String, String> argument(Operation operation, String parameter) {
    return operation.cursor().map(cursor -> Map.of(parameter, cursor)).orElse(Map.of());
  }
}
