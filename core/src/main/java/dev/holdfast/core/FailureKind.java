package dev.holdfast.core;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Why a delivery's attempt failed, and with that what becomes of the delivery. */
public enum FailureKind {
  /** The provider was down or unreachable. */
  UNAVAILABLE(Then.RETRY),
  /** The provider wants fewer calls. */
  RATE_LIMITED(Then.RETRY),
  /** The action's store was out of reach, before anything was committed. */
  STORE_UNREACHABLE(Then.RETRY),
  /** The run's time limit stopped it, or the delivery never ran in time. */
  DEADLINE_EXCEEDED(Then.RETRY),
  /** The worker was lost together with its lease. */
  LEASE_EXPIRED(Then.RETRY),
  /** What the call named is not there. */
  NOT_FOUND(Then.FAIL),
  /** The credentials were refused. */
  UNAUTHORIZED(Then.FAIL),
  /** The input was refused. */
  INVALID(Then.FAIL),
  /** What is there contradicts the call. */
  CONFLICT(Then.FAIL),
  /** The action declined the event. */
  REJECTED(Then.FAIL),
  /** A defect: an exception that nobody declared. */
  INTERNAL_FAULT(Then.FAIL),
  /** An outside call may have happened, and repeating it may do harm. */
  OUTCOME_UNKNOWN(Then.PARK);

  /** What follows a failure. */
  public enum Then {
    /** It may pass: tried again later, within the budget. */
    RETRY,
    /** The same input fails the same way. */
    FAIL,
    /** Never tried again by itself: a person looks. */
    PARK
  }

  private final Then then;

  FailureKind(Then then) {
    this.then = then;
  }

  /**
   * What follows a failure of this kind.
   *
   * @return whether it is retried, fails the delivery or parks it
   */
  public Then then() {
    return then;
  }

  /**
   * The kind as it is written in rows, JSON and messages.
   *
   * @return such as {@code rate_limited}
   */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Finds a kind by the text it is written as.
   *
   * @param text such as {@code rate_limited}
   * @return the kind, or empty where this version knows none such
   */
  public static Optional<FailureKind> of(String text) {
    return Arrays.stream(values()).filter(kind -> kind.text().equals(text)).findFirst();
  }
}
