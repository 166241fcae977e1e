package dev.holdfast.core;

import dev.holdfast.core.CallOutcome.Failure;
import dev.holdfast.core.CallOutcome.Next;

/**
 * The one table from how a call ended to what it means: the caller's error code, the delivery's
 * failure kind and the breaker's verdict.
 *
 * <p>Statuses follow RFC 9110 section 15 and RFC 6585 section 4 (429).
 */
public final class CallTable {
  private CallTable() {}

  /**
   * Reads the table.
   *
   * @param ending how the call ended
   * @param operation what kind of call it was
   * @param serverErrors what a 5xx or 408 means for a write that is not safe to repeat
   * @return what that means
   */
  public static CallOutcome outcome(
      CallEnding ending, OperationKind operation, ServerErrors serverErrors) {
    return switch (ending) {
      case CallEnding.Answered answered -> answered(answered.status(), operation, serverErrors);
      case CallEnding.AnsweredRetryAfter answered ->
          answered(answered.status(), operation, serverErrors);
      case CallEnding.NeverLeft() ->
          unavailable(ErrorCode.PROVIDER, FailureKind.UNAVAILABLE, Next.RETRY);
      case CallEnding.TimedOut() -> noAnswer(operation);
      case CallEnding.Broken() -> noAnswer(operation);
      case CallEnding.Refused() ->
          new Failure(
              ErrorCode.INVALID, FailureKind.INVALID, BreakerVerdict.NO_CALL, Next.PERMANENT);
      case CallEnding.Capped() ->
          new Failure(
              ErrorCode.RATE_LIMITED, FailureKind.RATE_LIMITED, BreakerVerdict.NO_CALL, Next.STOP);
      case CallEnding.Cancelled cancelled ->
          cancelled.sent() == CallEnding.Sent.NO
              ? new CallOutcome.GivenBack()
              : unavailable(ErrorCode.PROVIDER, unlessUnsafe(operation), Next.PERMANENT);
    };
  }

  private static CallOutcome answered(
      int status, OperationKind operation, ServerErrors serverErrors) {
    if (status < 200) {
      // An interim status as the last word is no HTTP answer.
      return noAnswer(operation);
    }
    if (status < 300) {
      return new CallOutcome.Success();
    }
    if (status < 400) {
      // Redirects are never followed: an answer, and the same one next time.
      return refused(ErrorCode.PROVIDER, FailureKind.INVALID);
    }
    if (status >= 500) {
      return serverError(status, operation, serverErrors);
    }
    return switch (status) {
      case 401, 403 -> refused(ErrorCode.UNAUTHORIZED, FailureKind.UNAUTHORIZED);
      case 404 -> refused(ErrorCode.NOT_FOUND, FailureKind.NOT_FOUND);
      case 408 -> serverError(status, operation, serverErrors);
      case 409 -> refused(ErrorCode.INVALID, FailureKind.CONFLICT);
      case 410 -> refused(ErrorCode.INVALID, FailureKind.NOT_FOUND);
      case 429 ->
          unavailable(
              ErrorCode.RATE_LIMITED, FailureKind.RATE_LIMITED, repeat(operation, Next.RETRY));
      default -> refused(ErrorCode.INVALID, FailureKind.INVALID);
    };
  }

  private static Failure serverError(
      int status, OperationKind operation, ServerErrors serverErrors) {
    Next next =
        switch (status) {
          case 408, 500, 502, 503, 504 -> repeat(operation, Next.RETRY);
          case 501, 505 -> Next.PERMANENT;
          default -> Next.STOP;
        };
    boolean surelyNotDone = status == 503 || serverErrors == ServerErrors.NEVER_ACTED;
    return unavailable(
        ErrorCode.PROVIDER,
        surelyNotDone ? FailureKind.UNAVAILABLE : unlessUnsafe(operation),
        next);
  }

  private static Failure noAnswer(OperationKind operation) {
    return unavailable(ErrorCode.PROVIDER, unlessUnsafe(operation), repeat(operation, Next.RETRY));
  }

  private static Failure unavailable(ErrorCode code, FailureKind kind, Next next) {
    return new Failure(code, kind, BreakerVerdict.UNAVAILABLE, next);
  }

  private static Failure refused(ErrorCode code, FailureKind kind) {
    return new Failure(code, kind, BreakerVerdict.ANSWERED, Next.PERMANENT);
  }

  private static FailureKind unlessUnsafe(OperationKind operation) {
    return operation.safeToRepeat() ? FailureKind.UNAVAILABLE : FailureKind.OUTCOME_UNKNOWN;
  }

  private static Next repeat(OperationKind operation, Next ifSafe) {
    return operation.safeToRepeat() ? ifSafe : Next.STOP;
  }
}
