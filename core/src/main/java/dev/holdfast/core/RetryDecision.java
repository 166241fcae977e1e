package dev.holdfast.core;

import java.time.Duration;

/** What follows a failed attempt of a call: another after a wait, or a stop with its reason. */
public sealed interface RetryDecision {

  /**
   * Wait, then try again.
   *
   * @param delay how long, at least zero
   */
  record Retry(Duration delay) implements RetryDecision {}

  /**
   * Do not try again.
   *
   * @param reason why not
   */
  record Stop(StopReason reason) implements RetryDecision {}
}
