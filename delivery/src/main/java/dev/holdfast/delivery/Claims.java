package dev.holdfast.delivery;

import dev.holdfast.core.Breaker;
import java.util.List;
import java.util.Map;

/**
 * What a claim brought.
 *
 * @param deliveries the claimed deliveries
 * @param breakers every breaker that the store keeps, by connection, after the claim
 */
public record Claims(List<Claimed> deliveries, Map<String, Breaker> breakers) {

  /** Copies both. */
  public Claims {
    deliveries = List.copyOf(deliveries);
    breakers = Map.copyOf(breakers);
  }
}
