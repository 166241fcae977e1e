package dev.holdfast.cli.provider;

import dev.holdfast.core.Durations;
import java.time.Duration;
import java.util.Optional;

/**
 * One phase of a script.
 *
 * @param behaviour what the provider does meanwhile
 * @param lasts how long, or empty for ever
 */
public record Phase(Behaviour behaviour, Optional<Duration> lasts) {

  /**
   * A phase without an end.
   *
   * @param behaviour what the provider does
   * @return the phase
   */
  public static Phase of(Behaviour behaviour) {
    return new Phase(behaviour, Optional.empty());
  }

  /** The phase as a listing shows it. */
  String text() {
    return behaviour.word() + lasts.map(time -> " for " + Durations.text(time)).orElse(" for ever");
  }
}
