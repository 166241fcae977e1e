package dev.holdfast.client;

import java.math.BigDecimal;
import java.util.Collection;
import java.util.Objects;

/** The value of an argument, as it is sent. */
final class Argument {
  private Argument() {}

  static String text(String name, Object value) {
    Objects.requireNonNull(value, () -> "argument " + name + " must not be null");
    return switch (value) {
      case Float number -> plain(name, number);
      case Double number -> plain(name, number);
      case BigDecimal number -> plain(number);
      case Collection<?> several ->
          throw new IllegalArgumentException(
              "argument " + name + " must be one value but was several: give one after the other");
      default -> value.toString();
    };
  }

  private static String plain(String name, Number number) {
    if (!Double.isFinite(number.doubleValue())) {
      throw new IllegalArgumentException(
          "argument " + name + " must be a finite number but was " + number);
    }
    return plain(new BigDecimal(number.toString()));
  }

  private static String plain(BigDecimal number) {
    return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
  }
}
