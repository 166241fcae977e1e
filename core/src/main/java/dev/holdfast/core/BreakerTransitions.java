package dev.holdfast.core;

import dev.holdfast.core.Breaker.Attempt;
import dev.holdfast.core.Breaker.Closed;
import dev.holdfast.core.Breaker.Open;
import dev.holdfast.core.Breaker.Probing;
import java.time.Duration;
import java.time.Instant;

/** What the end of an attempt makes of each state of a breaker. */
final class BreakerTransitions {
  private BreakerTransitions() {}

  static Breaker closed(
      Closed closed, Attempt attempt, BreakerVerdict verdict, Instant now, BreakerPolicy policy) {
    if (attempt.period() != closed.period()) {
      return closed;
    }
    return switch (verdict) {
      case NO_CALL -> closed;
      case ANSWERED -> closed.run() == 0 ? closed : new Closed(closed.period(), 0);
      case UNAVAILABLE -> {
        int run = closed.run() + 1;
        yield run < policy.threshold()
            ? new Closed(closed.period(), run)
            : opened(closed.period() + 1, now, policy.firstPause(), now);
      }
    };
  }

  static Breaker open(Open open, Attempt attempt, BreakerVerdict verdict) {
    return closes(attempt, verdict, open.period()) ? new Closed(open.period() + 1, 0) : open;
  }

  static Breaker probing(
      Probing probing, Attempt attempt, BreakerVerdict verdict, Instant now, BreakerPolicy policy) {
    if (closes(attempt, verdict, probing.period())) {
      return new Closed(probing.period() + 1, 0);
    }
    if (!probing.probe().is(attempt)) {
      return probing;
    }
    return switch (verdict) {
      // An answer that doesn't close was begun in an older period: no probe is.
      case ANSWERED -> probing;
      case UNAVAILABLE ->
          opened(probing.period(), probing.openedAt(), policy.doubled(probing.pause()), now);
      case NO_CALL ->
          new Open(probing.period(), probing.openedAt(), probing.pause(), probing.probeAt());
    };
  }

  private static Open opened(long period, Instant openedAt, Duration pause, Instant now) {
    return new Open(period, openedAt, pause, now.plus(pause));
  }

  private static boolean closes(Attempt attempt, BreakerVerdict verdict, long outage) {
    boolean ofThisOutage = attempt.period() == outage || attempt.period() == outage - 1;
    return verdict == BreakerVerdict.ANSWERED && ofThisOutage;
  }
}
