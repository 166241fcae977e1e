package dev.holdfast.core;

import java.time.Duration;

/** How one call to a provider ended, as its transport saw it. */
public sealed interface CallEnding {

  /**
   * Tells whether the provider may have received the call.
   *
   * @return what is known of the sending
   */
  Sent sent();

  /** What is known of a call's sending. */
  enum Sent {
    /** Not a byte of the request reached the provider. */
    NO,
    /** The request may have arrived. */
    MAYBE,
    /** The provider answered. */
    ANSWERED
  }

  /**
   * The provider answered with a status.
   *
   * @param status the HTTP status, 100 to 999
   */
  record Answered(int status) implements CallEnding {
    /** Checks the status. */
    public Answered {
      Require.between("status", status, 100, 999);
    }

    @Override
    public Sent sent() {
      return Sent.ANSWERED;
    }
  }

  /**
   * The provider answered with a status and asked to wait before the next call.
   *
   * @param status the HTTP status, 100 to 999
   * @param retryAfter how long it asked to wait, at least zero; see {@link RetryAfter}
   */
  record AnsweredRetryAfter(int status, Duration retryAfter) implements CallEnding {
    /** Checks both. */
    public AnsweredRetryAfter {
      Require.between("status", status, 100, 999);
      Require.notNegative("retryAfter", retryAfter);
    }

    @Override
    public Sent sent() {
      return Sent.ANSWERED;
    }
  }

  /** The call surely never left: refused, unknown host, no connection in time, TLS handshake. */
  record NeverLeft() implements CallEnding {
    @Override
    public Sent sent() {
      return Sent.NO;
    }
  }

  /** Nothing, or not all of an answer, came back in time after the call may have been sent. */
  record TimedOut() implements CallEnding {
    @Override
    public Sent sent() {
      return Sent.MAYBE;
    }
  }

  /** The exchange broke after the call may have been sent: a reset, a close, garbage. */
  record Broken() implements CallEnding {
    @Override
    public Sent sent() {
      return Sent.MAYBE;
    }
  }

  /** Refused on this side: bad input, a denied address, a connection that was not declared. */
  record Refused() implements CallEnding {
    @Override
    public Sent sent() {
      return Sent.NO;
    }
  }

  /** Not sent because of a cap of our own: the request budget, a deadline on a full rate budget. */
  record Capped() implements CallEnding {
    @Override
    public Sent sent() {
      return Sent.NO;
    }
  }

  /**
   * Cancelled from this side, by a signal, an interrupt or a shutdown.
   *
   * @param sent {@link Sent#NO} before sending, {@link Sent#MAYBE} after
   */
  record Cancelled(Sent sent) implements CallEnding {
    /** Checks that a cancelled call was not answered. */
    public Cancelled {
      if (sent == Sent.ANSWERED) {
        throw new IllegalArgumentException("sent must be NO or MAYBE but was ANSWERED");
      }
    }
  }
}
