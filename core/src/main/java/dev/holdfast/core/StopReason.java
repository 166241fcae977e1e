package dev.holdfast.core;

import java.util.Locale;

/** Why a call is not tried again. */
public enum StopReason {
  /** It was cancelled from outside. */
  CANCELLED,
  /** The failure is not one that another attempt could mend. */
  NOT_RETRYABLE,
  /** Its attempts are used up. */
  ATTEMPTS,
  /** Its budget of requests is used up. */
  BUDGET,
  /** The provider asked for a longer wait than the caller allows. */
  WAIT_TOO_LONG,
  /** The wait would end past its deadline. */
  DEADLINE;

  /**
   * The reason as messages and JSON write it.
   *
   * @return such as {@code wait too long}
   */
  public String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
