package dev.holdfast.delivery;

import java.time.Instant;

/**
 * A fact that was emitted, and never changes.
 *
 * @param id its id
 * @param type what happened, such as {@code PaymentReceived}; subscribers listen to one type
 * @param payload its bytes
 * @param emittedAt when it was emitted, by the store's time
 */
public record Event(String id, String type, Payload payload, Instant emittedAt) {}
