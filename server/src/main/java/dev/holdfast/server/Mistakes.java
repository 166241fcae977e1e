package dev.holdfast.server;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.nodes.Node;

/** Collects what is wrong with a configuration file, so that one reading names it all. */
final class Mistakes {
  private final String file;
  private final List<Mistake> found = new ArrayList<>();

  private record Mistake(int line, String message) {}

  Mistakes(String file) {
    this.file = file;
  }

  void at(Node node, String message) {
    add(node.getStartMark().map(Mark::getLine).orElse(0) + 1, message);
  }

  void add(int line, String message) {
    found.add(new Mistake(line, message));
  }

  void throwIfAny() throws ConfigException {
    if (!found.isEmpty()) {
      throw new ConfigException(
          found.stream()
              .sorted(Comparator.comparingInt(Mistake::line))
              .map(each -> file + ":" + each.line() + ": " + each.message())
              .toList());
    }
  }
}
