package dev.holdfast.store.jdbc;

import dev.holdfast.core.CallEnding;
import dev.holdfast.core.CallOutcome;
import dev.holdfast.core.CallScope;
import dev.holdfast.core.CallTable;
import dev.holdfast.core.Connection;
import dev.holdfast.core.OperationKind;
import dev.holdfast.core.ServerErrors;
import dev.holdfast.delivery.Action;
import dev.holdfast.delivery.ActionFailedException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** A provider that answers as it is told, and remembers which deliveries called it. */
final class FakeProvider implements Connection<FakeProvider.Calls> {
  private final String name;
  private final List<String> received = new ArrayList<>();
  private Supplier<CallEnding> answer = () -> new CallEnding.Answered(200);

  FakeProvider(String name) {
    this.name = name;
  }

  /** Calls of one attempt. */
  interface Calls {
    CallEnding call(OperationKind operation, String key);
  }

  void answers(int status) {
    answer = () -> new CallEnding.Answered(status);
  }

  void ends(CallEnding ending) {
    answer = () -> ending;
  }

  void does(Supplier<CallEnding> ending) {
    answer = ending;
  }

  List<String> received() {
    return received;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Calls within(CallScope scope) {
    return (operation, key) -> {
      scope.starting(operation);
      received.add(key);
      CallEnding ending = answer.get();
      scope.ended(operation, ending);
      return ending;
    };
  }

  /** An action that makes one call of a kind and fails as the table says. */
  Action calling(OperationKind operation) {
    return (event, attempt) -> {
      CallEnding ending = attempt.client(this).call(operation, attempt.deliveryId());
      if (CallTable.outcome(ending, operation, ServerErrors.MAY_HAVE_ACTED)
          instanceof CallOutcome.Failure failure) {
        throw ActionFailedException.of(ending, failure);
      }
    };
  }
}
