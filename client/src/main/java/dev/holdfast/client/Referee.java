package dev.holdfast.client;

import dev.holdfast.core.RetryDecision;
import dev.holdfast.core.StopReason;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What the attempt loop asks about failures, and who it tells. */
interface Referee {

  /** Whether another attempt could mend it. */
  boolean retryable(Throwable failure);

  /** The wait that the provider asks for, or null. */
  @Nullable Duration asked(Throwable failure);

  /** How many requests the call has sent, so many attempts having been made here. */
  int requests(int attempts);

  /** How many attempts were made, the last of so many perhaps not. */
  default int made(int attempts) {
    return attempts;
  }

  /** Why the call really ends, where the failure says so by itself. */
  default StopReason stop(Throwable failure, StopReason decided) {
    return decided;
  }

  /** Told what follows a failure, before it does. */
  default void decided(Throwable failure, int attempt, RetryDecision decision) {}

  /** A failure in words that hold no secret. */
  String reason(Throwable failure);

  /** Refuses a call that was cancelled before its first attempt. */
  RuntimeException refused();

  /** What the call ends with: thrown as it is, be it checked. */
  Throwable ended(Throwable last, StopReason stop, int attempts);
}
