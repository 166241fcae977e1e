package dev.holdfast.client.transport;

import dev.holdfast.client.runtime.Timers;
import java.net.http.HttpClient;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The JDK's client, and a new one in its place once it has left a connection open.
 *
 * <p>It leaves one open whose answer it can't read, for as long as the provider does, and gives
 * nobody a hold on it. A client that is shut down ends what it has under way and closes them all.
 */
final class RenewedClient implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RenewedClient.class);

  /** Far more than a call needs from taking a client to being known to it. */
  private static final long SOON_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Supplier<HttpClient> maker;
  private final Timers timers;
  private final Set<HttpClient> former = new HashSet<>();
  private volatile HttpClient current;
  private boolean due;
  private boolean closed;

  RenewedClient(Supplier<HttpClient> maker, Timers timers) {
    this.maker = maker;
    this.timers = timers;
    this.current = maker.get();
  }

  HttpClient get() {
    return current;
  }

  /** Has the client renewed soon, so that many at once cost one. */
  synchronized void leftOpen() {
    if (!due) {
      due = true;
      timers.start(SOON_NANOS, this::renew);
    }
  }

  private synchronized void renew() {
    due = false;
    if (closed) {
      return;
    }
    former.removeIf(HttpClient::isTerminated);
    HttpClient last = current;
    try {
      current = maker.get();
    } catch (RuntimeException e) {
      // No file left to open, perhaps: the next such answer asks again.
      LOG.warn("The HTTP client could not be renewed: {}", Causes.text(e));
      return;
    }
    former.add(last);
    timers.start(SOON_NANOS, last::shutdown);
  }

  /** Cancels what is under way and closes every connection. */
  @Override
  public synchronized void close() {
    closed = true;
    former.add(current);
    former.forEach(HttpClient::shutdownNow);
    former.forEach(HttpClient::close);
  }
}
