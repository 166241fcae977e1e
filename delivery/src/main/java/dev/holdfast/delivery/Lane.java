package dev.holdfast.delivery;

import dev.holdfast.core.Breaker;
import java.util.List;
import java.util.Map;

/**
 * The deliveries of one subscriber. Claims go lane by lane, so a slow or dead lane never stands in
 * front of a healthy one.
 *
 * @param subscriber the subscriber's name
 * @param connections the connections whose breakers hold it
 */
public record Lane(String subscriber, List<String> connections) {

  /** Copies the connections. */
  public Lane {
    connections = List.copyOf(connections);
  }

  /**
   * The breakers that hold it.
   *
   * @param breakers all breakers, by connection
   * @return those of its connections, fresh where nothing is known yet
   */
  public List<Breaker> breakers(Map<String, Breaker> breakers) {
    return connections.stream().map(c -> breakers.getOrDefault(c, Breaker.fresh())).toList();
  }
}
