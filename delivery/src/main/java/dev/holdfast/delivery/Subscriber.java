package dev.holdfast.delivery;

import dev.holdfast.core.DeliveryPolicy;
import java.util.List;

/**
 * Who listens to an event type and what it does.
 *
 * @param name its name, which is also its lane's
 * @param eventType the type it listens to
 * @param connections the names of the connections its action calls; one not declared is refused
 * @param policy its retry budget and backoff
 * @param action what it does
 */
public record Subscriber(
    String name, String eventType, List<String> connections, DeliveryPolicy policy, Action action) {

  /** Copies the connections. */
  public Subscriber {
    connections = List.copyOf(connections);
  }

  /**
   * Its lane.
   *
   * @return the lane
   */
  public Lane lane() {
    return new Lane(name, connections);
  }
}
