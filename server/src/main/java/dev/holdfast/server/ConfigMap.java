package dev.holdfast.server;

import dev.holdfast.core.Durations;
import dev.holdfast.core.RetryInvalidException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.NodeType;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/** One mapping of the file. What is wrong is noted, and reading goes on with a default. */
final class ConfigMap {
  private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_.-]{0,63}");

  private static final int SHOWN_MAX = 80;

  private final String path;
  private final Node place;
  private final Mistakes mistakes;
  private final Map<String, Field> fields = new LinkedHashMap<>();

  private boolean isMapping = true;

  private record Field(Node key, Node value) {}

  private ConfigMap(String path, Node place, Mistakes mistakes) {
    this.path = path;
    this.place = place;
    this.mistakes = mistakes;
  }

  /** Reads the file's outermost mapping. */
  static ConfigMap root(Node node, Mistakes mistakes) {
    return of("", node, node, mistakes);
  }

  // A mapping that begins on the line below is still looked for where its name stands.
  private static ConfigMap of(String path, Node place, Node node, Mistakes mistakes) {
    ConfigMap map = new ConfigMap(path, place, mistakes);
    if (node instanceof MappingNode mapping) {
      mapping.getValue().forEach(map::put);
    } else if (!isEmpty(node)) {
      map.isMapping = false;
      mistakes.at(node, map.named() + " must be a mapping but was " + shown(node));
    }
    return map;
  }

  private void put(NodeTuple tuple) {
    if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
      mistakes.at(tuple.getKeyNode(), named() + " must have texts as keys");
      return;
    }
    if (fields.putIfAbsent(key.getValue(), new Field(key, tuple.getValueNode())) != null) {
      mistakes.at(key, at(key.getValue()) + " must be given once but was given twice");
    }
  }

  /** Whether nothing was written there. */
  static boolean isEmpty(Node node) {
    return node instanceof ScalarNode scalar && scalar.getValue().isEmpty();
  }

  private static String shown(Node node) {
    return switch (node.getNodeType()) {
      case SCALAR -> shown(((ScalarNode) node).getValue());
      case SEQUENCE -> "a list";
      case MAPPING -> "a mapping";
      case ANCHOR -> "an anchor";
    };
  }

  private static String shown(String text) {
    if (text.isEmpty()) {
      return "empty";
    }
    // What looks like a URL or like user info may hold a password.
    if (text.contains("://") || text.contains("@")) {
      return "a text that is not shown, for it may hold a secret";
    }
    return Printable.line(text, SHOWN_MAX);
  }

  private String named() {
    return path.isEmpty() ? "the file" : path;
  }

  private String at(String key) {
    String name = Printable.line(key, SHOWN_MAX);
    return path.isEmpty() ? name : path + "." + name;
  }

  /** Notes every key that is not one of these. */
  void knows(String... keys) {
    Set<String> known = Set.of(keys);
    fields.forEach((key, field) -> {
      if (!known.contains(key)) {
        mistakes.at(
            field.key(), at(key) + " is not known here; known are " + String.join(", ", keys));
      }
    });
  }

  /** A nested mapping, empty where it is not there. */
  ConfigMap map(String key) {
    Field field = fields.get(key);
    return field == null
        ? new ConfigMap(at(key), place, mistakes)
        : of(at(key), field.key(), field.value(), mistakes);
  }

  /** The nested mappings under names of the user's own. */
  Map<String, ConfigMap> named(String what) {
    Map<String, ConfigMap> named = new LinkedHashMap<>();
    fields.forEach((name, field) -> {
      if (!NAME.matcher(name).matches()) {
        mistakes.at(
            field.key(),
            "the name of a "
                + what
                + " must begin with a letter and have at most 64 letters, digits or any of"
                + " _ . - but was "
                + shown(name));
      }
      named.put(name, of(at(name), field.key(), field.value(), mistakes));
    });
    return named;
  }

  boolean has(String key) {
    return fields.containsKey(key);
  }

  Optional<String> text(String key) {
    Field field = fields.get(key);
    if (field == null) {
      return Optional.empty();
    }
    if (field.value().getNodeType() != NodeType.SCALAR || isEmpty(field.value())) {
      wrong(key, "must be a text");
      return Optional.empty();
    }
    return Optional.of(((ScalarNode) field.value()).getValue());
  }

  String required(String key, String example) {
    // Nothing is missed where no mapping was given: that mistake is told already.
    if (!has(key) && isMapping) {
      mistakes.at(place, at(key) + " must be set, for example " + key + ": " + example);
    }
    return text(key).orElse("");
  }

  Duration duration(String key, Duration otherwise) {
    Optional<String> text = text(key);
    if (text.isEmpty()) {
      return otherwise;
    }
    Optional<Duration> read = Durations.parse(text.get());
    if (read.isEmpty()) {
      wrong(key, "must be a duration such as 30s or 3d");
    }
    return read.orElse(otherwise);
  }

  /** Notes a duration that is out of its range; tells whether it is within. */
  boolean between(String key, Duration value, Duration least, Duration most) {
    if (value.compareTo(least) >= 0 && value.compareTo(most) <= 0) {
      return true;
    }
    mistakes.at(
        valueOf(key),
        "%s must be between %s and %s but was %s"
            .formatted(
                at(key), Durations.text(least), Durations.text(most), Durations.text(value)));
    return false;
  }

  int number(String key, int otherwise) {
    Optional<String> text = text(key);
    if (text.isEmpty()) {
      return otherwise;
    }
    if (!text.get().matches("-?[0-9]{1,9}")) {
      wrong(key, "must be a whole number of at most 9 digits");
      return otherwise;
    }
    return Integer.parseInt(text.get());
  }

  /** A value that passes a check by itself; what the check says is noted, and the default taken. */
  <V> V within(String key, V value, V otherwise, Function<V, ?> check) {
    return checked(
        otherwise,
        List.of(key),
        () -> {
          Object unused = check.apply(value);
          return value;
        });
  }

  /** Makes a checked value; what its check says is noted where one of the keys stands. */
  <T> T checked(T otherwise, List<String> keys, Supplier<T> make) {
    try {
      return make.get();
    } catch (RetryInvalidException e) {
      mistakes.at(valueOf(namedIn(e, keys)), e.code() + ": " + e.getMessage());
    } catch (IllegalArgumentException e) {
      String message = String.valueOf(e.getMessage());
      mistakes.at(valueOf(namedIn(e, keys)), path.isEmpty() ? message : path + "." + message);
    }
    return otherwise;
  }

  private static String namedIn(Exception e, List<String> keys) {
    String message = String.valueOf(e.getMessage());
    return keys.stream().filter(k -> message.startsWith(k + " ")).findFirst().orElse("");
  }

  void wrong(String key, String rule) {
    Node value = valueOf(key);
    mistakes.at(value, at(key) + " " + rule + " but was " + shown(value));
  }

  private Node valueOf(String key) {
    Field field = fields.get(key);
    return field == null ? place : field.value();
  }
}
