package dev.holdfast.delivery;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The attempts of this process that are on their way, and how many of each lane. */
final class Running {
  private final Map<Lease, AttemptRun> runs = new ConcurrentHashMap<>();

  void add(AttemptRun run) {
    runs.put(run.lease(), run);
  }

  void remove(AttemptRun run) {
    runs.remove(run.lease());
  }

  int size() {
    return runs.size();
  }

  int of(String subscriber) {
    int count = 0;
    for (AttemptRun run : runs.values()) {
      if (run.subscriber().equals(subscriber)) {
        count++;
      }
    }
    return count;
  }

  Collection<Lease> leases() {
    return List.copyOf(runs.keySet());
  }

  Collection<AttemptRun> all() {
    return List.copyOf(runs.values());
  }
}
