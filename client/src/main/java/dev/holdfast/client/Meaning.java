package dev.holdfast.client;

import dev.holdfast.core.CallEnding;
import dev.holdfast.core.CallOutcome;
import dev.holdfast.core.ErrorCode;
import dev.holdfast.core.OperationKind;

/** What an answer means, as an adapter reads it. */
public sealed interface Meaning {

  /** The operation is done, and the body is its result. */
  record Success() implements Meaning {}

  /**
   * The operation failed.
   *
   * @param code what the caller is told
   * @param next whether the same call may be sent again
   */
  record Failure(ErrorCode code, CallOutcome.Next next) implements Meaning {}

  /**
   * What a status means where a provider has no rule of its own.
   *
   * @param status the HTTP status, 100 to 999
   * @param kind what was asked for
   * @return as the table of core has it
   */
  static Meaning of(int status, OperationKind kind) {
    return Meanings.of(new CallEnding.Answered(status), kind);
  }

  /**
   * A failure that may pass, as for a status that this provider uses so.
   *
   * @param code what the caller is told
   * @param kind what was asked for: an unsafe write is not sent again
   * @return the failure
   */
  static Failure passing(ErrorCode code, OperationKind kind) {
    return new Failure(code, kind.safeToRepeat() ? CallOutcome.Next.RETRY : CallOutcome.Next.STOP);
  }
}
