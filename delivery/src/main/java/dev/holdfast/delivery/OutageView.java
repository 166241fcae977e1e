package dev.holdfast.delivery;

import java.time.Instant;
import java.util.Optional;

/**
 * An outage as it is shown.
 *
 * @param id its id
 * @param connection the connection
 * @param openedAt when the breaker opened
 * @param closedAt when it closed, if it has
 * @param alertedAt when its alert was raised, if it was
 */
public record OutageView(
    long id,
    String connection,
    Instant openedAt,
    Optional<Instant> closedAt,
    Optional<Instant> alertedAt) {}
