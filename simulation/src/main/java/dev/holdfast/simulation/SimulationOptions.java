package dev.holdfast.simulation;

import java.util.List;
import java.util.OptionalLong;

/**
 * The policy that a simulation shows, and the chance and time it runs with. All times are
 * milliseconds.
 *
 * @param baseDelay the ceiling of the first wait, doubled after each attempt; at least 0
 * @param maxDelay the highest ceiling, at least 0; one below the base lowers every ceiling
 * @param maxAttempts how often the call is tried in all, at least 1
 * @param jitter what chance gives: entry k-1 is drawn for the wait after attempt k; each at least 0
 *     and less than 1
 * @param timeout how long one attempt may take, at least 0; by default without bound
 * @param deadline how late the last attempt may start, at least 0; by default without bound
 * @param startTime the real time at the simulation's time 0, in milliseconds since 1970, at least
 *     0; needed only where an answer asks to wait until a date
 */
public record SimulationOptions(
    long baseDelay,
    long maxDelay,
    int maxAttempts,
    List<Double> jitter,
    OptionalLong timeout,
    OptionalLong deadline,
    OptionalLong startTime) {

  /**
   * Checks all of them.
   *
   * @throws SimulationInputException if one is out of its range
   */
  public SimulationOptions {
    SimulationInputException.notNegative("baseDelay", baseDelay);
    SimulationInputException.notNegative("maxDelay", maxDelay);
    if (maxAttempts < 1) {
      throw new SimulationInputException("maxAttempts", "be at least 1", maxAttempts);
    }
    jitter = List.copyOf(jitter);
    for (int i = 0; i < jitter.size(); i++) {
      checkJitter(i, jitter.get(i));
    }
    timeout.ifPresent(ms -> SimulationInputException.notNegative("timeout", ms));
    deadline.ifPresent(ms -> SimulationInputException.notNegative("deadline", ms));
    startTime.ifPresent(ms -> SimulationInputException.notNegative("startTime", ms));
  }

  private static void checkJitter(int index, double value) {
    if (!(value >= 0 && value < 1)) {
      throw new SimulationInputException(
          "jitter[" + index + "]", "be at least 0 and less than 1", value);
    }
  }

  /**
   * Options without timeout, deadline and start time.
   *
   * @param baseDelay as {@link #baseDelay}
   * @param maxDelay as {@link #maxDelay}
   * @param maxAttempts as {@link #maxAttempts}
   * @param jitter as {@link #jitter}
   * @return the options
   * @throws SimulationInputException if one is out of its range
   */
  public static SimulationOptions of(
      long baseDelay, long maxDelay, int maxAttempts, List<Double> jitter) {
    OptionalLong none = OptionalLong.empty();
    return new SimulationOptions(baseDelay, maxDelay, maxAttempts, jitter, none, none, none);
  }

  /**
   * These options with another timeout.
   *
   * @param ms as {@link #timeout}
   * @return a copy
   * @throws SimulationInputException if it is negative
   */
  public SimulationOptions withTimeout(long ms) {
    return new SimulationOptions(
        baseDelay, maxDelay, maxAttempts, jitter, OptionalLong.of(ms), deadline, startTime);
  }

  /**
   * These options with another deadline.
   *
   * @param ms as {@link #deadline}
   * @return a copy
   * @throws SimulationInputException if it is negative
   */
  public SimulationOptions withDeadline(long ms) {
    return new SimulationOptions(
        baseDelay, maxDelay, maxAttempts, jitter, timeout, OptionalLong.of(ms), startTime);
  }

  /**
   * These options with another start time.
   *
   * @param epochMs as {@link #startTime}
   * @return a copy
   * @throws SimulationInputException if it is negative
   */
  public SimulationOptions withStartTime(long epochMs) {
    return new SimulationOptions(
        baseDelay, maxDelay, maxAttempts, jitter, timeout, deadline, OptionalLong.of(epochMs));
  }
}
