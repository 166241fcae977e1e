package dev.holdfast.server;

import dev.holdfast.client.HttpCalls;
import dev.holdfast.core.CallEnding;
import dev.holdfast.core.CallOutcome;
import dev.holdfast.core.CallTable;
import dev.holdfast.core.Connection;
import dev.holdfast.core.FailureKind;
import dev.holdfast.core.OperationKind;
import dev.holdfast.core.ServerErrors;
import dev.holdfast.delivery.Action;
import dev.holdfast.delivery.ActionFailedException;
import dev.holdfast.delivery.Attempt;
import dev.holdfast.delivery.Event;

/**
 * Posts an event's payload as a keyed write: the delivery's id goes along, so that a provider that
 * sees it again knows the repeat.
 *
 * @param connection where to
 * @param path the path below the connection's base URL
 */
record PostAction(Connection<HttpCalls> connection, String path) implements Action {

  @Override
  public void run(Event event, Attempt attempt) throws ActionFailedException {
    CallEnding ending =
        attempt.client(connection).post(path, event.payload().bytes(), attempt.deliveryId());
    switch (CallTable.outcome(ending, OperationKind.KEYED_WRITE, ServerErrors.MAY_HAVE_ACTED)) {
      case CallOutcome.Success success -> {}
      case CallOutcome.Failure failure -> throw ActionFailedException.of(ending, failure);
      // Cut before it was sent, which only a shutdown does: the engine gives the delivery back.
      case CallOutcome.GivenBack back -> throw ActionFailedException.of(FailureKind.UNAVAILABLE);
    }
  }
}
