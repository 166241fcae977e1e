package dev.holdfast.core;

import java.time.Duration;

/** How long to wait before a failed attempt is followed by the next. */
@FunctionalInterface
public interface Backoff {

  /**
   * The wait after a failed attempt.
   *
   * @param attempt the number of the attempt that failed, from 1
   * @param random a number drawn evenly from 0 (included) to 1 (excluded)
   * @return the wait, at least zero
   */
  Duration after(int attempt, double random);

  /**
   * The same wait every time.
   *
   * @param wait the wait, at least zero
   * @return the backoff
   * @throws IllegalArgumentException if the wait is negative
   */
  static Backoff fixed(Duration wait) {
    Require.notNegative("wait", wait);
    return (attempt, random) -> wait;
  }

  /**
   * A backoff of the caller's own, blamed by name if it breaks its promise.
   *
   * @param name how errors name it
   * @param backoff the caller's function
   * @return a backoff that throws {@link IllegalStateException} where the function throws or
   *     answers with null or a negative wait
   */
  static Backoff named(String name, Backoff backoff) {
    return new NamedBackoff(name, backoff);
  }
}
