package dev.holdfast.transport.okhttp;

import dev.holdfast.core.Ticker;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.locks.ReentrantLock;
import okhttp3.Connection;

/** What each kept connection has been used for. Safe for use by many threads. */
final class KeptUses {
  private final Ticker ticker;
  private final ReentrantLock lock = new ReentrantLock();
  // OkHttp doesn't tell when it drops a connection.
  private final Map<Connection, Uses> all = new WeakHashMap<>();

  KeptUses(Ticker ticker) {
    this.ticker = ticker;
  }

  /** The uses of a connection, none of them where it is new. */
  Uses of(Connection connection) {
    lock.lock();
    try {
      return all.computeIfAbsent(connection, unknown -> new Uses(ticker));
    } finally {
      lock.unlock();
    }
  }
}
