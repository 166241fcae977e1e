package dev.holdfast.cli.provider;

import dev.holdfast.core.Durations;
import dev.holdfast.server.Printable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Reads scripts such as {@code ok 5s, refuse 10s, ok}. */
final class Script {
  private static final Duration LASTS_MIN = Duration.ofMillis(1);
  private static final Duration LASTS_MAX = Duration.ofDays(7);

  private static final int SHOWN_MAX = 40;

  private Script() {}

  /**
   * Reads a script; an error names the phase, the rule and the value.
   *
   * @throws IllegalArgumentException if a phase breaks a rule
   */
  static List<Phase> parse(String text) {
    String[] phases = text.split(",", -1);
    List<Phase> script = new ArrayList<>();
    for (int i = 0; i < phases.length; i++) {
      script.add(phase(i + 1, phases[i].strip(), i + 1 == phases.length));
    }
    return List.copyOf(script);
  }

  private static Phase phase(int number, String text, boolean last) {
    String[] parts = text.split("\\s+", 2);
    Behaviour behaviour = behaviour(number, parts[0]);
    String name = "phase " + number + " (" + behaviour.word() + ")";
    if (parts.length == 2) {
      return new Phase(behaviour, Optional.of(duration(name, parts[1])));
    }
    if (!last) {
      throw new IllegalArgumentException(
          name + " must have a duration, as only the last phase may go without, but had none");
    }
    return Phase.of(behaviour);
  }

  private static Behaviour behaviour(int number, String word) {
    return Arrays.stream(Behaviour.values())
        .filter(each -> each.word().equals(word))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "phase %d must be one of %s but was %s".formatted(number, words(), quoted(word))));
  }

  private static String words() {
    return Arrays.stream(Behaviour.values()).map(Behaviour::word).collect(Collectors.joining(", "));
  }

  private static Duration duration(String name, String text) {
    Duration lasts =
        Durations.parse(text)
            .orElseThrow(() ->
                new IllegalArgumentException(
                    name
                        + " must have a duration such as 5s, 500ms or 2m but had "
                        + quoted(text)));
    if (lasts.compareTo(LASTS_MIN) < 0 || lasts.compareTo(LASTS_MAX) > 0) {
      throw new IllegalArgumentException(
          "%s must last between %s and %s but had %s"
              .formatted(name, Durations.text(LASTS_MIN), Durations.text(LASTS_MAX), quoted(text)));
    }
    return lasts;
  }

  private static String quoted(String text) {
    return '"' + Printable.line(text, SHOWN_MAX) + '"';
  }
}
