package dev.holdfast.delivery;

import dev.holdfast.core.FailureKind;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs an attempt's action and settles its delivery by how that ended. */
final class AttemptRunner {
  private static final Logger LOG = LoggerFactory.getLogger(AttemptRunner.class);

  private final Endings endings;
  private final StoreClock clock;
  private final Acknowledger acknowledger;

  /** How an action ended, before anything is decided. */
  private sealed interface Ended {
    record Returned() implements Ended {}

    record Threw(Failure failure, Optional<Duration> retryAfter) implements Ended {}
  }

  AttemptRunner(Endings endings, StoreClock clock, Acknowledger acknowledger) {
    this.endings = endings;
    this.clock = clock;
    this.acknowledger = acknowledger;
  }

  void run(AttemptRun run, Subscriber subscriber) {
    Ended ended = call(run);
    settle(run, settlement(run, subscriber, ended));
  }

  private static Ended call(AttemptRun run) {
    try {
      run.call();
      return new Ended.Returned();
    } catch (ActionFailedException e) {
      return new Ended.Threw(e.failure(), e.retryAfter());
    } catch (UndeclaredConnectionException e) {
      LOG.error("{}", e.getMessage());
      return threw(FailureKind.INVALID);
    } catch (Throwable e) {
      if (run.cut() == AttemptRun.Cut.NONE) {
        defect(run, "its action", e);
      }
      return threw(FailureKind.INTERNAL_FAULT);
    }
  }

  private static Ended.Threw threw(FailureKind kind) {
    return new Ended.Threw(Failure.of(kind), Optional.empty());
  }

  // A defect's text may hold what a payload holds: type and place are enough to find it by.
  private static void defect(AttemptRun run, String whose, Throwable e) {
    LOG.error(
        "delivery {} of {} failed by a defect of {}: {} at {}",
        run.deliveryId(),
        run.subscriber(),
        whose,
        e.getClass().getName(),
        e.getStackTrace().length == 0 ? "an unknown place" : e.getStackTrace()[0]);
  }

  private Settlement settlement(AttemptRun run, Subscriber subscriber, Ended ended) {
    return switch (ended) {
      case Ended.Returned returned -> new Settlement.Succeeded();
      case Ended.Threw threw ->
          switch (run.cut()) {
            case NONE -> failed(run, subscriber, threw);
            // What the action made of being cut off says nothing of its own.
            case RUN_LIMIT -> failed(run, subscriber, threw(run.kindWhenCut()));
            case SHUTDOWN ->
                run.called()
                    ? failed(run, subscriber, afterShutdown(run, threw))
                    : new Settlement.GivenBack(clock.instant());
          };
    };
  }

  private static Ended.Threw afterShutdown(AttemptRun run, Ended.Threw threw) {
    boolean declared = threw.failure().kind() != FailureKind.INTERNAL_FAULT;
    return declared ? threw : threw(run.kindWhenCut());
  }

  private Settlement failed(AttemptRun run, Subscriber subscriber, Ended.Threw threw) {
    try {
      return endings.failed(
          run.claimed(), subscriber.policy(), threw.failure(), threw.retryAfter(), clock.instant());
    } catch (RuntimeException e) {
      defect(run, "its subscriber's backoff", e);
      return new Settlement.Failed(Failure.of(FailureKind.INTERNAL_FAULT));
    }
  }

  private void settle(AttemptRun run, Settlement settlement) {
    if (run.settle()) {
      acknowledger.add(new Acknowledgement(run.lease(), settlement, run.reports()));
    }
  }

  /** Settles an attempt that did not heed its run limit, so that its delivery does not wait too. */
  void abandon(AttemptRun run, Subscriber subscriber) {
    LOG.warn(
        "delivery {} of {} did not end within its run limit and ignores interrupts",
        run.deliveryId(),
        run.subscriber());
    settle(run, failed(run, subscriber, threw(run.kindWhenCut())));
  }
}
