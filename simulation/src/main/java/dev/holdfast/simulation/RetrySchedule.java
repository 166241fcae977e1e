package dev.holdfast.simulation;

import java.util.List;
import java.util.Locale;

/**
 * What a simulation shows: how the call ends, every attempt and every wait.
 *
 * @param outcome how the call ends
 * @param attempts all attempts in order, at least one
 * @param waits the waits between them in milliseconds, one fewer than the attempts
 */
public record RetrySchedule(Outcome outcome, List<Attempt> attempts, List<Long> waits) {

  /** Copies the lists. */
  public RetrySchedule {
    attempts = List.copyOf(attempts);
    waits = List.copyOf(waits);
  }

  /** How a simulated call ends. */
  public enum Outcome {
    /** An attempt was answered with a 2xx status. */
    SUCCESS,
    /** An attempt failed in a way that no other attempt could mend. */
    FATAL,
    /** The last attempt failed. */
    EXHAUSTED,
    /** The next attempt would have started past the deadline. */
    DEADLINE;

    private final String text = name().toLowerCase(Locale.ROOT);

    /**
     * The outcome as JSON and tables write it.
     *
     * @return such as {@code exhausted}
     */
    public String text() {
      return text;
    }
  }

  /**
   * One attempt.
   *
   * @param attempt its number, from 1
   * @param at when it starts, in milliseconds since the first one
   * @param result what came of it: a network error's code, or {@code HTTP <status>}
   */
  public record Attempt(int attempt, long at, String result) {}
}
