package dev.holdfast.client.transport;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** An answer's header fields. */
@FunctionalInterface
public interface Headers {

  /** No fields at all. */
  Headers NONE = name -> List.of();

  /**
   * Every value of a field, one for each of its lines.
   *
   * @param name the field's name, in any case
   * @return the values in their order, empty where the field is not there
   */
  List<String> all(String name);

  /**
   * The first value of a field.
   *
   * @param name the field's name, in any case
   * @return the value, or empty where the field is not there
   */
  default Optional<String> first(String name) {
    return all(name).stream().findFirst();
  }

  /**
   * Fields held in a map.
   *
   * @param values one value for each name
   * @return the fields
   */
  static Headers of(Map<String, String> values) {
    TreeMap<String, List<String>> lists = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    values.forEach((name, value) -> lists.put(name, List.of(value)));
    return name -> lists.getOrDefault(name, List.of());
  }
}
