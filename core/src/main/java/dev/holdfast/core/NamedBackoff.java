package dev.holdfast.core;

import java.time.Duration;
import java.util.Objects;

/** A caller's own backoff, held to its promise. */
record NamedBackoff(String name, Backoff backoff) implements Backoff {
  NamedBackoff {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(backoff, "backoff");
  }

  @Override
  public Duration after(int attempt, double random) {
    Duration wait;
    try {
      wait = backoff.after(attempt, random);
    } catch (RuntimeException e) {
      throw new IllegalStateException("backoff " + name + " threw after attempt " + attempt, e);
    }
    return checked(wait, attempt);
  }

  @SuppressWarnings("ConstantValue") // a caller's code may return null whatever it promised
  private Duration checked(Duration wait, int attempt) {
    if (wait == null || wait.isNegative()) {
      throw new IllegalStateException(
          "backoff "
              + name
              + " must return a wait of at least 0 s but returned "
              + (wait == null ? "null" : Durations.text(wait))
              + " after attempt "
              + attempt);
    }
    return wait;
  }
}
