package dev.holdfast.client.transport;

import dev.holdfast.core.Ticker;
import java.net.InetAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Looks names up where a wait for them can be cut.
 *
 * <p>The JDK's client does it on the thread that sends, which no interrupt gets out of it. So a
 * name that was not looked up of late is first looked up on a thread of its own: what is found the
 * JVM keeps for half a minute, unless it is set to keep nothing.
 */
final class Lookups {
  /** Less than the 30 s for which the JVM keeps what it found. */
  private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(20);

  /** Far more providers than a program has; beyond, names are looked up anew. */
  private static final int NAMES_MAX = 1_000;

  /** Looks one name up. */
  @FunctionalInterface
  interface Resolver {
    /** Returns once the JVM knows the addresses of a URI's host, if they are needed. */
    void resolve(URI uri) throws UnknownHostException;
  }

  private final Resolver resolver;
  private final Ticker ticker;
  private final Function<Runnable, Thread> threads;
  private final Map<String, Long> found = new ConcurrentHashMap<>();
  private final Map<String, FutureTask<Void>> underWay = new ConcurrentHashMap<>();

  Lookups(Resolver resolver, Ticker ticker, Function<Runnable, Thread> threads) {
    this.resolver = resolver;
    this.ticker = ticker;
    this.threads = threads;
  }

  /** Looks up as the system does, but not what a proxy will look up. */
  static Resolver system(@Nullable ProxySelector chosen) {
    return uri -> {
      ProxySelector proxies = chosen == null ? ProxySelector.getDefault() : chosen;
      if (proxies == null || proxies.select(uri).contains(Proxy.NO_PROXY)) {
        InetAddress.getAllByName(uri.getHost());
      }
    };
  }

  /**
   * Returns once a name is likely known, or can't be found: then the client finds that too.
   *
   * @throws InterruptedException if the thread is interrupted while it waits
   */
  void await(URI uri) throws InterruptedException {
    String host = uri.getHost();
    Long when = found.get(host);
    if (when != null && ticker.nanos() - when < FRESH_NANOS) {
      return;
    }
    FutureTask<Void> own = new FutureTask<>(() -> lookUp(uri, host), null);
    FutureTask<Void> others = underWay.putIfAbsent(host, own);
    if (others == null) {
      start(own, host);
    }
    try {
      (others == null ? own : others).get();
    } catch (ExecutionException | CancellationException e) {
      // The client will fail in the same way, and tell.
    }
  }

  private void start(FutureTask<Void> task, String host) {
    boolean started = false;
    try {
      threads.apply(task).start();
      started = true;
    } finally {
      if (!started) {
        underWay.remove(host);
        task.cancel(false);
      }
    }
  }

  private void lookUp(URI uri, String host) {
    try {
      resolver.resolve(uri);
      if (found.size() >= NAMES_MAX) {
        found.clear();
      }
      found.put(host, ticker.nanos());
    } catch (UnknownHostException e) {
      // The client will fail in the same way, and tell.
    } finally {
      underWay.remove(host);
    }
  }
}
