package dev.holdfast.core;

import java.time.Duration;
import java.util.Locale;

/** What becomes of a delivery after an attempt. */
public sealed interface AfterAttempt {

  /** It is done. */
  record Succeed() implements AfterAttempt {}

  /**
   * It is tried again.
   *
   * @param delay how long from now
   */
  record Retry(Duration delay) implements AfterAttempt {}

  /** Its outcome is unknown: it waits for a person. */
  record Park() implements AfterAttempt {}

  /**
   * It has failed.
   *
   * @param reason what ended it
   */
  record Fail(Reason reason) implements AfterAttempt {}

  /** What ended a failed delivery. */
  enum Reason {
    /** A failure that the same input meets again. */
    KIND,
    /** Its attempts are used up. */
    ATTEMPTS,
    /** Its next attempt would fall past its window. */
    WINDOW;

    /**
     * The reason as rows and JSON write it.
     *
     * @return such as {@code window}
     */
    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
