package dev.holdfast.core;

import java.time.Duration;

/**
 * What one call may spend in all.
 *
 * @param maxRequests how many requests it may send, retries included; at least 1, {@link
 *     Integer#MAX_VALUE} for no bound
 * @param deadline how long it may take in all, attempts and waits; at least zero, {@link
 *     Durations#LONGEST} for no bound
 * @param maxRetryAfter the longest wait that a provider may ask for; looked at only where there is
 *     no deadline, which bounds the wait otherwise
 */
public record CallBounds(int maxRequests, Duration deadline, Duration maxRetryAfter) {

  /** No bound on requests or time, and a provider may ask for up to ten minutes. */
  public static final CallBounds DEFAULT =
      new CallBounds(Integer.MAX_VALUE, Durations.LONGEST, Duration.ofMinutes(10));

  /**
   * Checks the three.
   *
   * @throws IllegalArgumentException if maxRequests is below 1 or a duration negative
   */
  public CallBounds {
    Require.between("maxRequests", maxRequests, 1, Integer.MAX_VALUE);
    Require.notNegative("deadline", deadline);
    Require.notNegative("maxRetryAfter", maxRetryAfter);
  }

  /**
   * Tells whether there is a deadline.
   *
   * @return false where {@link #deadline} is {@link Durations#LONGEST}
   */
  public boolean hasDeadline() {
    return deadline.compareTo(Durations.LONGEST) < 0;
  }
}
