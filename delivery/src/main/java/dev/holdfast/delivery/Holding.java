package dev.holdfast.delivery;

import dev.holdfast.core.Breaker;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Which lanes are held, and by which connection: derived from the breakers, so that holding and
 * releasing write no delivery. A lane of several connections is held by the one that opened last.
 */
public final class Holding {
  private final Map<String, By> byLane;

  private Holding(Map<String, By> byLane) {
    this.byLane = byLane;
  }

  /**
   * What holds a lane.
   *
   * @param connection the connection
   * @param openedAt when its breaker opened
   */
  public record By(String connection, Instant openedAt) {}

  /**
   * Derives what is held.
   *
   * @param lanes the lanes
   * @param breakers every breaker that the store keeps, by connection
   * @return the holding
   */
  public static Holding of(List<Lane> lanes, Map<String, Breaker> breakers) {
    Map<String, By> byLane = new TreeMap<>();
    for (Lane lane : lanes) {
      for (String connection : lane.connections()) {
        openedAt(breakers.getOrDefault(connection, Breaker.fresh()))
            .map(openedAt -> new By(connection, openedAt))
            .ifPresent(by -> byLane.merge(lane.subscriber(), by, Holding::later));
      }
    }
    return new Holding(byLane);
  }

  private static By later(By a, By b) {
    return b.openedAt().isAfter(a.openedAt()) ? b : a;
  }

  private static Optional<Instant> openedAt(Breaker breaker) {
    return switch (breaker) {
      case Breaker.Closed closed -> Optional.empty();
      case Breaker.Open open -> Optional.of(open.openedAt());
      case Breaker.Probing probing -> Optional.of(probing.openedAt());
    };
  }

  /**
   * What holds a subscriber's lane.
   *
   * @param subscriber the subscriber
   * @return the connection and when it opened, or empty where it is not held
   */
  public Optional<By> of(String subscriber) {
    return Optional.ofNullable(byLane.get(subscriber));
  }

  /**
   * The held lanes.
   *
   * @return the names of their subscribers
   */
  public Set<String> lanes() {
    return byLane.keySet();
  }
}
