package dev.holdfast.core;

import java.time.Duration;

/** Argument checks whose messages carry the name, the rule and the value. */
final class Require {
  private Require() {}

  static void between(String name, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          name + " must be between " + least + " and " + most + " but was " + value);
    }
  }

  static void between(String name, Duration value, Duration least, Duration most) {
    if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
      throw new IllegalArgumentException(
          name
              + " must be between "
              + Durations.text(least)
              + " and "
              + Durations.text(most)
              + " but was "
              + Durations.text(value));
    }
  }

  static void notNegative(String name, Duration value) {
    if (value.isNegative()) {
      throw new IllegalArgumentException(
          name + " must not be negative but was " + Durations.text(value));
    }
  }

  static void unit(String name, double value) {
    if (!(value >= 0 && value < 1)) {
      throw new IllegalArgumentException(
          name + " must be at least 0 and less than 1 but was " + value);
    }
  }
}
