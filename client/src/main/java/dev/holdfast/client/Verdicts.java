package dev.holdfast.client;

import dev.holdfast.core.CallEnding.Sent;
import dev.holdfast.core.StopReason;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A guard's referee: it judges exceptions of any kind.
 *
 * @param name the guard's name
 * @param retryIf what is worth another attempt
 * @param asked how long a failure asks to wait
 * @param stackTraces whether refusals have one
 */
record Verdicts(
    String name,
    Predicate<Throwable> retryIf,
    Function<Throwable, Optional<Duration>> asked,
    boolean stackTraces)
    implements Referee {

  static boolean worthwhile(Throwable failure) {
    if (failure instanceof CallException call) {
      return !call.permanent();
    }
    return failure instanceof Exception && !(failure instanceof InterruptedException);
  }

  static Optional<Duration> askedByError(Throwable failure) {
    return failure instanceof CallException call ? call.error().retryAfter() : Optional.empty();
  }

  @Override
  public boolean retryable(Throwable failure) {
    return retryIf.test(seen(failure));
  }

  @Override
  public @Nullable Duration asked(Throwable failure) {
    return asked.apply(seen(failure)).orElse(null);
  }

  @Override
  public int requests(int attempts) {
    return attempts;
  }

  @Override
  public String reason(Throwable failure) {
    // Anybody's exception: its text may hold anything.
    return seen(failure) instanceof CallException call
        ? call.error().message()
        : seen(failure).getClass().getName();
  }

  @Override
  public RuntimeException refused() {
    return new CallException(Errors.aborted(name, Sent.NO, 0), null, stackTraces);
  }

  CallException timedOut(Throwable failure, long timeoutNanos) {
    return new CallException(
        Errors.noAnswer(name, TimeUnit.NANOSECONDS.toMillis(timeoutNanos)).build(), failure);
  }

  @Override
  public Throwable ended(Throwable last, StopReason stop, int attempts) {
    Throwable seen = seen(last);
    return switch (stop) {
      case CANCELLED ->
          last instanceof InterruptedException
              ? last
              : new CallException(Errors.aborted(name, Sent.MAYBE, attempts), seen);
      case BUDGET ->
          new CallException(
              Errors.budget(name, attempts).attempts(attempts).stop(stop).build(), seen);
      default -> last instanceof CutShort ? counted(seen, stop, attempts) : last;
    };
  }

  /** A timeout of our own, with what the call came to. */
  private static Throwable counted(Throwable seen, StopReason stop, int attempts) {
    return seen instanceof CallException call
        ? new CallException(
            call.error().copy().attempts(attempts).stop(stop).build(), call.getCause())
        : seen;
  }

  private static Throwable seen(Throwable failure) {
    return failure instanceof CutShort cut ? cut.seen() : failure;
  }
}
