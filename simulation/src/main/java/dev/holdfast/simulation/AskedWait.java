package dev.holdfast.simulation;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** The wait that an answer asks for by its Retry-After field. */
public sealed interface AskedWait {
  /** The answer has no such field. */
  AskedWait NONE = new None();

  /**
   * A number of seconds; a fraction rounds up to the next millisecond, so that no retry comes
   * earlier than asked.
   *
   * @param seconds the number, at least 0; one too large to count is the longest wait
   * @return the wait
   * @throws SimulationInputException if the number is negative
   */
  static AskedWait seconds(BigDecimal seconds) {
    if (seconds.signum() < 0) {
      throw new SimulationInputException("retryAfter", "not be negative", seconds);
    }
    return new For(For.millis(seconds));
  }

  /** No wait asked for: the own backoff holds. */
  record None() implements AskedWait {}

  /**
   * A wait of a given length.
   *
   * @param ms its milliseconds, at least 0
   */
  record For(long ms) implements AskedWait {
    private static final BigDecimal SHORTEST = new BigDecimal("0.001");
    private static final BigDecimal LONGEST = BigDecimal.valueOf(Long.MAX_VALUE, 3);

    /**
     * Checks the length.
     *
     * @throws SimulationInputException if it is negative
     */
    public For {
      SimulationInputException.notNegative("retryAfter", ms);
    }

    private static long millis(BigDecimal seconds) {
      if (seconds.signum() == 0) {
        return 0;
      }
      // Both ends are compared first: an exponent of a billion must not be written out in digits.
      if (seconds.compareTo(SHORTEST) <= 0) {
        return 1;
      }
      return seconds.compareTo(LONGEST) >= 0
          ? Long.MAX_VALUE
          : seconds.movePointRight(3).setScale(0, RoundingMode.UP).longValueExact();
    }
  }

  /**
   * A wait until a date, nothing once the date has passed.
   *
   * @param date the date, a whole second as every HTTP date is; see {@link
   *     dev.holdfast.core.HttpDate}
   */
  record Until(Instant date) implements AskedWait {
    /**
     * Checks the date.
     *
     * @throws SimulationInputException if it is no whole second
     */
    public Until {
      if (!date.equals(date.truncatedTo(ChronoUnit.SECONDS))) {
        throw new SimulationInputException("retryAfter", "be a whole second", date);
      }
    }
  }
}
