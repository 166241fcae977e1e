package dev.holdfast.core;

import java.nio.file.Path;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.params.provider.Arguments;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads the repository's own copies of the conformance files. */
final class Conformance {
  private Conformance() {}

  static JsonNode file(String name) {
    return JsonMapper.shared().readTree(Path.of("..", "conformance", name));
  }

  /** Each case of a file with its name, as arguments of a parameterised test. */
  static Stream<Arguments> cases(String file, String list, String nameField) {
    JsonNode cases = file(file).get(list);
    if (cases.isEmpty()) {
      throw new IllegalStateException(file + " holds no case");
    }
    return StreamSupport.stream(cases.spliterator(), false)
        .map(each -> Arguments.of(each.get(nameField).asString(), each));
  }
}
