package dev.holdfast.delivery;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What people are shown of a store. Reads only; safe for many threads at once. */
public interface Listings {

  /**
   * Lists deliveries, the newest first.
   *
   * @param holding what is held, and by what
   * @param state only those in this state, if there
   * @param most how many at most
   * @param now the store's time
   * @return the deliveries
   */
  List<DeliveryView> deliveries(
      Holding holding, Optional<DeliveryState> state, int most, Instant now);

  /**
   * Counts deliveries in each state.
   *
   * @param holding what is held, and by what
   * @param now the store's time
   * @return a count for every state, zeros included
   */
  Map<DeliveryState, Long> counts(Holding holding, Instant now);

  /**
   * Lists the breakers that were ever told of a failure, by name.
   *
   * @param lanes the lanes, to count what each holds
   * @param now the store's time
   * @return the breakers
   */
  List<BreakerView> breakers(List<Lane> lanes, Instant now);

  /**
   * Lists outages, the newest first.
   *
   * @param most how many at most
   * @return the outages
   */
  List<OutageView> outages(int most);

  /**
   * The subscribers that pending deliveries are for, configured or not.
   *
   * @return their names
   */
  Set<String> subscribersWaiting();

  /**
   * What the store's breakers hold now.
   *
   * @param lanes the lanes
   * @return the holding
   */
  Holding holding(List<Lane> lanes);
}
