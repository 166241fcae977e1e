package dev.holdfast.core;

/** What a call's ending means to its caller, to its delivery and to the connection's breaker. */
public sealed interface CallOutcome {

  /**
   * What the ending tells the connection's breaker.
   *
   * @return the verdict
   */
  BreakerVerdict verdict();

  /** A 2xx answer. */
  record Success() implements CallOutcome {
    @Override
    public BreakerVerdict verdict() {
      return BreakerVerdict.ANSWERED;
    }
  }

  /**
   * The call failed.
   *
   * @param code what its caller is told
   * @param kind what its delivery records
   * @param verdict what the breaker hears
   * @param next whether the same call may be sent again
   */
  record Failure(ErrorCode code, FailureKind kind, BreakerVerdict verdict, Next next)
      implements CallOutcome {}

  /** Cancelled by a shutdown before it was sent: the delivery is given back with its attempt. */
  record GivenBack() implements CallOutcome {
    @Override
    public BreakerVerdict verdict() {
      return BreakerVerdict.NO_CALL;
    }
  }

  /** Whether a failed call may be sent again. */
  enum Next {
    /** Worth another attempt at once, within the call's own bounds. */
    RETRY,
    /** Not sent again by this call; another call later may fare better. */
    STOP,
    /** The same call fails the same way. */
    PERMANENT
  }
}
