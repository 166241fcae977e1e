package dev.holdfast.cli;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * A JSON value, or a missing one, and the path that leads to it; refuses by that path what it is
 * not.
 *
 * @param path such as {@code cases[3].options.jitter[2]}, empty for the whole file
 * @param node the value
 */
record JsonPlace(String path, JsonNode node) {
  private static final int VALUE_CHARACTERS_MAX = 80;

  boolean given() {
    return !node.isMissingNode();
  }

  /** The value of a key, maybe a missing one. */
  JsonPlace at(String key) {
    return new JsonPlace(path.isEmpty() ? key : path + "." + key, node.path(key));
  }

  JsonPlace objectOf(List<String> keys) {
    if (!node.isObject()) {
      throw refused("be an object");
    }
    for (String key : node.propertyNames()) {
      if (!keys.contains(key)) {
        throw new RefusedInputException(
            name() + " must have only the keys " + String.join(", ", keys) + " but has " + key);
      }
    }
    return this;
  }

  List<JsonPlace> elements() {
    if (!node.isArray()) {
      throw refused("be an array");
    }
    List<JsonPlace> elements = new ArrayList<>(node.size());
    for (JsonNode each : node) {
      elements.add(new JsonPlace(path + "[" + elements.size() + "]", each));
    }
    return elements;
  }

  long wholeMillis() {
    if (!node.isIntegralNumber() || !node.canConvertToLong()) {
      throw refused("be a whole number of milliseconds up to " + Long.MAX_VALUE);
    }
    return node.longValue();
  }

  int wholeNumber() {
    if (!node.isIntegralNumber() || !node.canConvertToInt()) {
      throw refused("be a whole number up to " + Integer.MAX_VALUE);
    }
    return node.intValue();
  }

  double number() {
    if (!node.isNumber()) {
      throw refused("be a number");
    }
    return node.decimalValue().doubleValue();
  }

  String string() {
    if (!node.isString()) {
      throw refused("be a string");
    }
    return node.stringValue();
  }

  RefusedInputException refused(String rule) {
    return new RefusedInputException(name() + " must " + rule + " but was " + value());
  }

  private String name() {
    return path.isEmpty() ? "the whole" : path;
  }

  private String value() {
    String value = given() ? node.toString() : "missing";
    return value.length() <= VALUE_CHARACTERS_MAX
        ? value
        : value.substring(0, VALUE_CHARACTERS_MAX) + "…";
  }
}
