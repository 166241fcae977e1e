package dev.holdfast.client;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The story of a whole that came in parts: as old as its oldest part, stale if any part is. */
final class Gathered {
  private final CallRun run;
  private @Nullable Instant oldest;
  private boolean stale;

  Gathered(CallRun run) {
    this.run = run;
  }

  void add(Meta part) {
    if (oldest == null || part.fetchedAt().isBefore(oldest)) {
      oldest = part.fetchedAt();
    }
    stale |= part.stale();
  }

  /** Requests and waits are all that were spent, on parts that were not found too. */
  Meta meta() {
    return new Meta(run.requests(), run.throttled(), oldest == null ? run.now() : oldest, stale);
  }
}
