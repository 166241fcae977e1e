package dev.holdfast.client;

import dev.holdfast.core.StopReason;
import java.time.Duration;
import java.util.OptionalInt;

/**
 * Sees each attempt of each call. What a hook throws is logged and breaks no call.
 *
 * <p>Called on the thread that makes the call, which it holds up: be quick. Used by many threads at
 * once.
 */
public interface Hooks {

  /** Sees nothing, and costs nothing. */
  Hooks NONE = new Hooks() {};

  /**
   * An attempt has ended, well or not: told exactly once for each that was sent.
   *
   * @param attempt what it came to
   */
  default void onRequest(Attempted attempt) {}

  /**
   * A failed attempt will be followed by another: told before the wait.
   *
   * @param retry what is waited for
   */
  default void onRetry(Retrying retry) {}

  /**
   * A call has failed for good: told once for each call that ends so after an attempt has failed.
   *
   * @param stop why it goes no further
   */
  default void onStop(Stopped stop) {}

  /**
   * One attempt.
   *
   * @param provider the provider's or guard's name
   * @param attempt its number in its call, from 1
   * @param status the HTTP status, empty where there was none
   * @param failure what failed, such as {@code crm responded 503}; empty where it succeeded
   * @param duration how long it took
   */
  record Attempted(
      String provider, int attempt, OptionalInt status, String failure, Duration duration) {}

  /**
   * A retry to come.
   *
   * @param provider the provider's or guard's name
   * @param attempt the number of the attempt that failed, from 1
   * @param delay how long is waited
   * @param reason what failed, such as {@code crm responded 503}
   */
  record Retrying(String provider, int attempt, Duration delay, String reason) {}

  /**
   * The end of a call that failed.
   *
   * @param provider the provider's or guard's name
   * @param attempts how many were made
   * @param stop why no other follows
   * @param reason what failed last, such as {@code crm responded 503}
   */
  record Stopped(String provider, int attempts, StopReason stop, String reason) {}
}
