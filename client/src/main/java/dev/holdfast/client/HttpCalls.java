package dev.holdfast.client;

import dev.holdfast.core.CallEnding;
import dev.holdfast.core.CallScope;
import dev.holdfast.core.OperationKind;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What an action calls a provider with, for one attempt of a delivery.
 *
 * <p>How each call ended in the end is told to the attempt. For the attempt's thread.
 */
public final class HttpCalls {
  private static final long SHORTEST_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private final Client client;
  private final CallScope scope;

  HttpCalls(Client client, CallScope scope) {
    this.client = client;
    this.scope = scope;
  }

  /**
   * Sends a write that is safe to repeat; what the provider answers with is not looked at beyond
   * its status.
   *
   * <p>It takes no longer than the attempt has left, retries and waits included. With no time left,
   * it is not sent and ends as {@link CallEnding.Capped}.
   *
   * @param path where to, behind the connection's base URL; starts with a slash
   * @param json the body, sent as it is
   * @param idempotencyKey the same for every attempt at this write: 1 to 255 visible ASCII
   *     characters, spaces only between others
   * @return how the call ended
   * @throws IllegalArgumentException if the path or the key breaks its rule; the attempt is told of
   *     a refused call
   */
  public CallEnding post(String path, byte[] json, String idempotencyKey) {
    Operation operation;
    try {
      operation = Operation.write("POST", path).body(json).keyed(idempotencyKey);
    } catch (IllegalArgumentException e) {
      scope.ended(OperationKind.KEYED_WRITE, new CallEnding.Refused());
      throw new IllegalArgumentException(e.getMessage() + " (connection " + client.name() + ")", e);
    }
    Call<Void> call = new Call<>(operation, Void.class);
    try {
      call.make();
    } catch (CallException e) {
      // The ending says it.
    }
    return call.ending;
  }

  /**
   * Carries out an operation. It takes no longer than the attempt has left, retries and waits
   * included.
   *
   * @param operation what is asked for
   * @param type what the answer is read as; {@link Void} leaves it unread
   * @param <T> the type
   * @return the value and how it came about
   * @throws CallException if the call fails; the attempt was told of it
   */
  public <T> Result<@Nullable T> call(Operation operation, Class<T> type) {
    return new Call<>(operation, type).make();
  }

  /** One call, of which the attempt is told whatever happens. */
  private final class Call<T> {
    private final Operation operation;
    private final Class<T> type;
    // Stands where something else is thrown: it may have been sent before.
    private CallEnding ending = new CallEnding.Broken();

    Call(Operation operation, Class<T> type) {
      this.operation = operation;
      this.type = type;
    }

    Result<@Nullable T> make() {
      Duration left = scope.timeLeft();
      if (nanos(left) < SHORTEST_NANOS) {
        ending = new CallEnding.Capped();
        scope.ended(operation.kind(), ending);
        throw new CallException(Errors.pastDeadline(client.name(), 0));
      }
      CallRun run = client.begin(client.within(left), () -> nanos(scope.timeLeft()));
      scope.starting(operation.kind());
      try {
        return client.call(run, operation, type);
      } finally {
        ending = run.ending();
        scope.ended(operation.kind(), ending);
      }
    }
  }

  private static long nanos(Duration time) {
    return TimeUnit.NANOSECONDS.convert(time);
  }
}
