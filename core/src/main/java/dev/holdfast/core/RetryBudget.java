package dev.holdfast.core;

import java.time.Duration;

/**
 * What a delivery may spend: attempts, and time from its event (or from an operator's retry) on.
 * Time held does not count.
 *
 * @param attempts how often it is tried at most, 1 to 100
 * @param within how late its last attempt may begin, 1 second to 30 days
 */
public record RetryBudget(int attempts, Duration within) {

  private static final int ATTEMPTS_MAX = 100;
  private static final Duration WITHIN_MIN = Duration.ofSeconds(1);
  private static final Duration WITHIN_MAX = Duration.ofDays(30);

  /** Ten attempts within a day. */
  public static final RetryBudget DEFAULT = new RetryBudget(10, Duration.ofDays(1));

  /**
   * Checks both.
   *
   * @throws IllegalArgumentException if one is out of its range
   */
  public RetryBudget {
    Require.between("attempts", attempts, 1, ATTEMPTS_MAX);
    Require.between("within", within, WITHIN_MIN, WITHIN_MAX);
  }

  /**
   * The budget that a subscriber declares.
   *
   * @param subscriber the subscriber's name, for the error
   * @param attempts 1 to 100
   * @param within 1 second to 30 days
   * @return the budget
   * @throws RetryInvalidException if one is out of its range
   */
  public static RetryBudget declaredBy(String subscriber, int attempts, Duration within) {
    try {
      return new RetryBudget(attempts, within);
    } catch (IllegalArgumentException e) {
      throw new RetryInvalidException(e.getMessage() + " (subscriber " + subscriber + ")");
    }
  }
}
