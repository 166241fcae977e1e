package dev.holdfast.core;

import java.time.Duration;

/** One attempt, as its calls see it: how much time is left, and who is told how each call ended. */
public interface CallScope {

  /**
   * What is left of the attempt's time: no call may take longer.
   *
   * @return the time left, zero when it is over
   */
  Duration timeLeft();

  /**
   * Told before a call is sent; not told of a call that is refused or capped on this side.
   *
   * @param operation what kind of call it is
   */
  void starting(OperationKind operation);

  /**
   * Told once for each call, after it ended, sent or not.
   *
   * @param operation what kind of call it was
   * @param ending how it ended
   */
  void ended(OperationKind operation, CallEnding ending);
}
