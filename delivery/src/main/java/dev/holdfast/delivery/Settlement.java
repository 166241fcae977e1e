package dev.holdfast.delivery;

import java.time.Instant;

/** What becomes of a claimed delivery. */
public sealed interface Settlement {

  /** It is done. */
  record Succeeded() implements Settlement {}

  /**
   * It is tried again later.
   *
   * @param dueAt when
   * @param failure why
   */
  record Retry(Instant dueAt, Failure failure) implements Settlement {}

  /**
   * It has failed.
   *
   * @param failure why
   */
  record Failed(Failure failure) implements Settlement {}

  /**
   * Its outcome is unknown; it waits for a person.
   *
   * @param failure why
   */
  record Parked(Failure failure) implements Settlement {}

  /**
   * It did not run: pending again, and its attempt is given back.
   *
   * @param dueAt from when on it is due, the time before being accounted for
   */
  record GivenBack(Instant dueAt) implements Settlement {}

  /**
   * Its budget was spent before it could run: failed, and its attempt is given back.
   *
   * @param failure what its record then shows
   */
  record GivenUp(Failure failure) implements Settlement {}
}
