package dev.holdfast.core;

import java.util.Optional;

/**
 * What is known of a delivery at its claim.
 *
 * @param spent its budget so far; attempts without this claim's
 * @param handled whether its action's store shows that it was done
 * @param gate whether its lane's breakers let it pass
 * @param lease whether it was taken over, and from what
 * @param lastFailure what its last attempt failed of, if one did
 */
public record ClaimFacts(
    Spent spent, Handled handled, Gate gate, Lease lease, Optional<FailureKind> lastFailure) {

  /** What the action's store shows. */
  public enum Handled {
    /** No record of it. */
    NO,
    /** It was done. */
    YES,
    /** The store could not be asked. */
    UNREACHABLE
  }

  /** How the delivery came to be claimed. */
  public enum Lease {
    /** It was pending and due. */
    NONE,
    /** Taken over after its lease lapsed; nothing unsafe went out. */
    LAPSED,
    /** Taken over after its lease lapsed; a call not safe to repeat may have gone out. */
    LAPSED_MAY_HAVE_CALLED
  }
}
