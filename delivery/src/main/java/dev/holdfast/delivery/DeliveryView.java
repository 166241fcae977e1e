package dev.holdfast.delivery;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A delivery as it is shown.
 *
 * @param id its id
 * @param event its event's id
 * @param type its event's type
 * @param subscriber the subscriber it is for
 * @param state where it stands, {@code held} included
 * @param emittedAt when its event was emitted
 * @param dueAt when it is or was due
 * @param attempts attempts counted
 * @param held how long it was held, as counted at its claims
 * @param failure what its last attempt failed of, if one did
 * @param heldBy what holds it and since when, if it is held
 */
public record DeliveryView(
    String id,
    String event,
    String type,
    String subscriber,
    DeliveryState state,
    Instant emittedAt,
    Instant dueAt,
    int attempts,
    Duration held,
    Optional<Failure> failure,
    Optional<Holding.By> heldBy) {}
