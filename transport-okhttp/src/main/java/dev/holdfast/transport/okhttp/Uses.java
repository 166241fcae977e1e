package dev.holdfast.transport.okhttp;

import dev.holdfast.core.Ticker;
import java.util.concurrent.TimeUnit;

/**
 * How often a connection has been used, and when last.
 *
 * <p>A server that closes connections without saying so does it after each answer, or after a time
 * without requests. One that has answered twice on a connection is not of the first kind, and for a
 * moment after an answer the second has no reason. HTTP/2, where many threads share a connection,
 * asks for nothing here.
 */
final class Uses {
  /** For how long an answer shows that a connection is alive: less than any idle time. */
  static final long MOMENT_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private static final int TRUSTED = 2;

  private final Ticker ticker;
  private volatile int answers;
  private volatile long lastNanos;

  Uses(Ticker ticker) {
    this.ticker = ticker;
  }

  /** Whether the server may have closed it without a word. */
  boolean doubtful() {
    return answers < TRUSTED || ticker.nanos() - lastNanos > MOMENT_NANOS;
  }

  /** That an answer has come on it. */
  void answered() {
    lastNanos = ticker.nanos();
    int before = answers;
    if (before < TRUSTED) {
      answers = before + 1;
    }
  }
}
