package dev.holdfast.delivery;

import dev.holdfast.core.ClaimFacts;
import dev.holdfast.core.FailureKind;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A claimed delivery.
 *
 * @param lease the right to work on it
 * @param subscriber the subscriber it is for
 * @param event its event
 * @param attempts attempts counted, this claim's included
 * @param startedAt when its window began: at its event, or at an operator's retry
 * @param held how long it was held since then
 * @param probe whether it took the probe's place of its lane's open breakers
 * @param takenOver whether it was taken over, and from what
 * @param lastFailure what its last attempt failed of, if one did
 */
public record Claimed(
    Lease lease,
    String subscriber,
    Event event,
    int attempts,
    Instant startedAt,
    Duration held,
    boolean probe,
    ClaimFacts.Lease takenOver,
    Optional<FailureKind> lastFailure) {}
