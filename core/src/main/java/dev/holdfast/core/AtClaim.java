package dev.holdfast.core;

/** What becomes of a due delivery at its claim. */
public sealed interface AtClaim {

  /**
   * It runs.
   *
   * @param attempts attempts counted now, this one included
   * @param probe whether it goes out as its connection's probe
   */
  record Run(int attempts, boolean probe) implements AtClaim {}

  /**
   * It is held; no attempt is spent.
   *
   * @param attempts attempts counted, as before
   */
  record Hold(int attempts) implements AtClaim {}

  /** A record in the action's store shows that it was done: it succeeds without running. */
  record AlreadyHandled() implements AtClaim {}

  /** That record could not be looked for: an attempt that ended {@code store_unreachable}. */
  record HandledUnreachable() implements AtClaim {}

  /**
   * Its worker was lost after a call that is not safe to repeat may have gone out.
   *
   * @param lastFailure {@link FailureKind#LEASE_EXPIRED}
   */
  record Park(FailureKind lastFailure) implements AtClaim {}

  /**
   * Its budget is spent: it fails without running, and this claim is no attempt.
   *
   * @param attempts attempts counted, as before
   * @param lastFailure what its record then shows
   */
  record GiveUp(int attempts, FailureKind lastFailure) implements AtClaim {}
}
