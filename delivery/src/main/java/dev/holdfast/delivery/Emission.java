package dev.holdfast.delivery;

import java.util.List;
import java.util.Optional;

/**
 * What the store writes when an event is emitted: the event and its deliveries, in one transaction.
 *
 * @param event the event
 * @param deliveries one for each subscriber of its type
 * @param dedupeKey if there, an event emitted before under the same key is returned instead
 */
public record Emission(Event event, List<NewDelivery> deliveries, Optional<String> dedupeKey) {

  /**
   * A delivery to be.
   *
   * @param id its id, which never changes: the key by which a provider recognises a repeat
   * @param subscriber the subscriber it is for
   */
  public record NewDelivery(String id, String subscriber) {}
}
