package dev.holdfast.client;

import dev.holdfast.core.CallEnding;
import dev.holdfast.core.CallOutcome;
import dev.holdfast.core.CallTable;
import dev.holdfast.core.ErrorCode;
import dev.holdfast.core.OperationKind;
import dev.holdfast.core.ServerErrors;

/** What any ending means to a caller, by the table of core. */
final class Meanings {
  private Meanings() {}

  static Meaning of(CallEnding ending, OperationKind kind) {
    return switch (CallTable.outcome(ending, kind, ServerErrors.MAY_HAVE_ACTED)) {
      case CallOutcome.Success success -> new Meaning.Success();
      case CallOutcome.Failure failure -> new Meaning.Failure(failure.code(), failure.next());
      // Cancelled before it was sent: the loop ends it as such.
      case CallOutcome.GivenBack back ->
          new Meaning.Failure(ErrorCode.PROVIDER, CallOutcome.Next.PERMANENT);
    };
  }
}
