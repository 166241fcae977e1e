package dev.holdfast.core;

import java.time.Duration;

/** How one attempt of a delivery ended. */
public sealed interface AttemptEnding {

  /** The action returned. */
  record Succeeded() implements AttemptEnding {}

  /**
   * The action failed.
   *
   * @param kind why
   */
  record Failed(FailureKind kind) implements AttemptEnding {}

  /**
   * The action failed, and its provider asked for a wait.
   *
   * @param kind why
   * @param retryAfter the wait asked for, at least zero; it counts only for {@link
   *     FailureKind#UNAVAILABLE} and {@link FailureKind#RATE_LIMITED}, up to six hours
   */
  record FailedRetryAfter(FailureKind kind, Duration retryAfter) implements AttemptEnding {
    /** Checks the wait. */
    public FailedRetryAfter {
      Require.notNegative("retryAfter", retryAfter);
    }
  }
}
