package dev.holdfast.client.plugins;

import java.util.ArrayList;
import java.util.List;

/**
 * Which fields of a JSON value are meant, such as {@code items[].phone}. Read step by step: a state
 * is the set of steps that may come next, one bit for each, and none left means none can match.
 */
final class FieldPath {
  /** A state has this many bits, and one of them stands for the end. */
  private static final int STEPS_MAX = 63;

  private final List<Step> steps;

  private FieldPath(List<Step> steps) {
    this.steps = steps;
  }

  private sealed interface Step {}

  private record Name(String name) implements Step {}

  private enum Any implements Step {
    NAME,
    DEPTH,
    ELEMENT
  }

  /**
   * Reads a path.
   *
   * @throws IllegalArgumentException if it breaks a rule
   */
  static FieldPath of(String path) {
    List<Step> steps = new ArrayList<>();
    for (String part : path.split("\\.", -1)) {
      int list = part.indexOf("[]");
      String name = list < 0 ? part : part.substring(0, list);
      String lists = part.substring(name.length());
      require((steps.isEmpty() && !lists.isEmpty()) || !name.isEmpty(), path);
      require(lists.replace("[]", "").isEmpty(), path);
      require(!name.equals("**") || lists.isEmpty(), path);
      if (!name.isEmpty()) {
        steps.add(named(name, path));
      }
      for (int i = 0; i < lists.length(); i += 2) {
        steps.add(Any.ELEMENT);
      }
    }
    require(steps.getLast() != Any.DEPTH, path);
    if (steps.size() > STEPS_MAX) {
      throw new IllegalArgumentException(
          "path of a field must have at most " + STEPS_MAX + " steps but had " + steps.size());
    }
    return new FieldPath(List.copyOf(steps));
  }

  private static Step named(String name, String path) {
    require(name.indexOf('[') < 0 && name.indexOf(']') < 0, path);
    return switch (name) {
      case "*" -> Any.NAME;
      case "**" -> Any.DEPTH;
      default -> {
        require(name.indexOf('*') < 0, path);
        yield new Name(name);
      }
    };
  }

  private static void require(boolean holds, String path) {
    if (!holds) {
      throw new IllegalArgumentException(
          "path of a field must be names with dots between them, each a name, * or **, with [] for a"
              + " list's elements and no ** at its end, but was \""
              + path
              + "\"");
    }
  }

  /** The state of a whole value. */
  long start() {
    return closed(1);
  }

  /** The state of a member of an object that has this state. */
  long member(long state, String name) {
    long next = 0;
    for (int i = 0; i < steps.size(); i++) {
      if ((state & 1L << i) != 0) {
        next |=
            switch (steps.get(i)) {
              case Name same -> same.name().equals(name) ? 1L << (i + 1) : 0;
              case Any any -> after(any, i, Any.NAME);
            };
      }
    }
    return closed(next);
  }

  /** The state of the elements of a list that has this state. */
  long element(long state) {
    long next = 0;
    for (int i = 0; i < steps.size(); i++) {
      if ((state & 1L << i) != 0 && steps.get(i) instanceof Any any) {
        next |= after(any, i, Any.ELEMENT);
      }
    }
    return closed(next);
  }

  private static long after(Any step, int at, Any what) {
    return step == Any.DEPTH ? 1L << at : step == what ? 1L << (at + 1) : 0;
  }

  /** Any depth may be none. */
  private long closed(long state) {
    long closed = state;
    for (int i = 0; i < steps.size(); i++) {
      if ((closed & 1L << i) != 0 && steps.get(i) == Any.DEPTH) {
        closed |= 1L << (i + 1);
      }
    }
    return closed;
  }

  /** Whether a value with this state is meant. */
  boolean meets(long state) {
    return (state & 1L << steps.size()) != 0;
  }
}
