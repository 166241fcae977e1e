package dev.holdfast.delivery;

import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The failures in a row of one of the engine's loops: the first is logged whole, the next in a line
 * each, and the waits between them grow, so that a store that is away is neither hammered nor fills
 * the disk with its stack traces.
 */
final class Failures {
  private static final Logger LOG = LoggerFactory.getLogger(Failures.class);
  private static final Duration FIRST_WAIT = Duration.ofMillis(500);
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(8);

  private final String what;
  private Duration wait = Duration.ZERO;

  Failures(String what) {
    this.what = what;
  }

  /** Tells of a failure, and how long to wait after it. */
  Duration report(Throwable e) {
    boolean first = wait.isZero();
    wait = first ? FIRST_WAIT : wait.multipliedBy(2);
    wait = wait.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : wait;
    if (first) {
      LOG.error("{} failed and is tried again", what, e);
    } else {
      LOG.error("{} still fails: {}", what, e.toString());
    }
    return wait;
  }

  /** It works again. */
  void over() {
    if (!wait.isZero()) {
      LOG.info("{} works again", what);
      wait = Duration.ZERO;
    }
  }
}
