package dev.holdfast.delivery;

import java.util.ArrayList;
import java.util.List;

/**
 * Shares the free places between the lanes. No lane takes more than its part of all places, so that
 * one whose provider hangs leaves room for the others; and a claim begins behind the lane that was
 * served last.
 */
final class LaneShares {
  private final List<Lane> lanes;
  private final int perLane;
  private int first;

  LaneShares(List<Lane> lanes, int concurrency) {
    this.lanes = lanes;
    this.perLane = Math.max(1, concurrency / Math.max(1, lanes.size()));
  }

  List<ClaimRequest.LaneShare> next(Running running) {
    List<ClaimRequest.LaneShare> shares = new ArrayList<>(lanes.size());
    for (int i = 0; i < lanes.size(); i++) {
      Lane lane = lanes.get((first + i) % lanes.size());
      int free = perLane - running.of(lane.subscriber());
      if (free > 0) {
        shares.add(new ClaimRequest.LaneShare(lane, free));
      }
    }
    return shares;
  }

  /** The next claim begins behind the lane that was served last: no lane waits for ever. */
  void served(String subscriber) {
    for (int i = 0; i < lanes.size(); i++) {
      if (lanes.get(i).subscriber().equals(subscriber)) {
        first = (i + 1) % lanes.size();
      }
    }
  }
}
