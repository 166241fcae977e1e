package dev.holdfast.delivery;

/**
 * The right to work on a delivery, until it lapses.
 *
 * @param delivery the delivery's id
 * @param token grows with every claim: an older one gives no right any more
 */
public record Lease(String delivery, long token) {}
