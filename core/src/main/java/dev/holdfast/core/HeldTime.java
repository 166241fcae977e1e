package dev.holdfast.core;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** How long a delivery was held: the union of its connections' outages since it was due. */
public final class HeldTime {
  private HeldTime() {}

  /**
   * One outage, from its opening to its end.
   *
   * @param openedAt when the breaker opened
   * @param endedAt when the outage ended, or any later instant while it lasts
   */
  public record Outage(Instant openedAt, Instant endedAt) {}

  /**
   * Adds up the time held, counting overlapping outages once.
   *
   * @param dueAt when the delivery became due: earlier outages did not hold it
   * @param claimedAt when it was claimed: what lasts longer counts up to here
   * @param outages the outages of its connections, in any order
   * @return the time held, at least zero
   */
  public static Duration between(Instant dueAt, Instant claimedAt, Collection<Outage> outages) {
    List<Outage> inOrder = outages.stream().sorted(Comparator.comparing(Outage::openedAt)).toList();
    Duration held = Duration.ZERO;
    Instant countedTo = dueAt;
    for (Outage outage : inOrder) {
      Instant from = outage.openedAt().isAfter(countedTo) ? outage.openedAt() : countedTo;
      Instant to = outage.endedAt().isBefore(claimedAt) ? outage.endedAt() : claimedAt;
      if (to.isAfter(from)) {
        held = held.plus(Duration.between(from, to));
        countedTo = to;
      }
    }
    return held;
  }
}
