package dev.holdfast.client;

import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds values in JSON that was read as maps, lists and values. */
final class Tree {
  private Tree() {}

  /**
   * Finds a value by the names that lead to it.
   *
   * @param tree any JSON
   * @param path names with dots between them; empty for the whole
   * @return the value, empty where it is null or not there
   */
  static Optional<Object> at(@Nullable Object tree, String path) {
    Object here = tree;
    if (!path.isEmpty()) {
      for (String name : path.split("\\.", -1)) {
        here = here instanceof Map<?, ?> map ? map.get(name) : null;
      }
    }
    return Optional.ofNullable(here);
  }

  /** Finds a text or a number, written as a text. */
  static Optional<String> text(@Nullable Object tree, String path) {
    return at(tree, path)
        .filter(value -> value instanceof String || value instanceof Number)
        .map(String::valueOf)
        .filter(text -> !text.isEmpty());
  }
}
