package dev.holdfast.transport.okhttp;

import dev.holdfast.client.runtime.Signal;
import dev.holdfast.client.runtime.SystemRuntime;
import dev.holdfast.client.runtime.Timers;
import dev.holdfast.client.transport.Causes;
import dev.holdfast.client.transport.Reply;
import dev.holdfast.client.transport.Reply.Unanswered;
import dev.holdfast.client.transport.Transport;
import dev.holdfast.core.CallEnding;
import dev.holdfast.core.Durations;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import okhttp3.Authenticator;
import okhttp3.ConnectionPool;
import okhttp3.CookieJar;
import okhttp3.Dispatcher;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;

/**
 * The transport on OkHttp.
 *
 * <p>All of an exchange is done by the calling thread, virtual or not, so an answer costs no switch
 * of threads. What OkHttp does by itself is off: it sends nothing twice, be it after a failure, a
 * 408, a 421 or a 503 that asks for no wait; it follows no redirect, answers no challenge, keeps no
 * cookie and no cache. It writes URLs its own way: dot segments are resolved, and what must be
 * escaped is.
 *
 * <p>Behind a SOCKS proxy an interrupt of a platform thread is not seen before the timeout. With
 * HTTP/2, an interrupt in the moment in which the request is written costs the connection, and so
 * the other exchanges on it.
 *
 * <p>Safe for use by many threads; one is to be shared, as each keeps connections of its own.
 */
public final class OkHttpTransport implements Transport, AutoCloseable {
  /** As many callers as this keep their connections between calls; OkHttp's own default is 5. */
  private static final int IDLE_CONNECTIONS_MAX = 256;

  /** As the JDK's client does. Most servers keep them for longer, so that few are found closed. */
  private static final Duration IDLE_TIME_MAX = Duration.ofSeconds(30);

  /** After which the next address of a host is tried; OkHttp's own default. */
  private static final Duration CONNECT_TIME_MAX = Duration.ofSeconds(10);

  /** How long a dead HTTP/2 connection, which is never idle, can go unnoticed. */
  private static final Duration PING_INTERVAL = Duration.ofSeconds(10);

  private static final Reply CANCELLED_UNSENT =
      new Unanswered(new CallEnding.Cancelled(CallEnding.Sent.NO), "");

  private final OkHttpClient client;
  private final Timers timers;
  private final Exchange.Setting setting;
  private final Requests requests = new Requests();
  private volatile boolean closed;

  private OkHttpTransport(OkHttpOptions options, Timers timers) {
    Lookups lookups = new Lookups(options.client().dns(), OkHttpTransport::lookUp);
    this.timers = timers;
    this.setting = new Exchange.Setting(options.maxBodyBytes(), lookups, () -> closed);
    this.client = tamed(options).dns(lookups).build();
  }

  /**
   * Makes a transport with {@link OkHttpOptions#defaults}.
   *
   * @return a new transport, to be closed
   */
  public static OkHttpTransport create() {
    return create(OkHttpOptions.defaults());
  }

  /**
   * Makes a transport.
   *
   * @param options what it is made from
   * @return a new transport, to be closed
   */
  public static OkHttpTransport create(OkHttpOptions options) {
    return new OkHttpTransport(options, SystemRuntime.get().timers());
  }

  /** OkHttp with nothing left that it does by itself. */
  private static OkHttpClient.Builder tamed(OkHttpOptions options) {
    return options
        .client()
        .newBuilder()
        .protocols(
            options.http2()
                ? List.of(Protocol.HTTP_2, Protocol.HTTP_1_1)
                : List.of(Protocol.HTTP_1_1))
        .retryOnConnectionFailure(false)
        .followRedirects(false)
        .followSslRedirects(false)
        .authenticator(Authenticator.NONE)
        .cookieJar(CookieJar.NO_COOKIES)
        .cache(null)
        // One timer over all of an exchange instead.
        .callTimeout(Duration.ZERO)
        .readTimeout(Duration.ZERO)
        .writeTimeout(Duration.ZERO)
        .connectTimeout(CONNECT_TIME_MAX)
        // It would connect on threads of its own, out of an interrupt's reach.
        .fastFallback(false)
        .pingInterval(options.http2() ? PING_INTERVAL : Duration.ZERO)
        .dispatcher(new Dispatcher())
        .connectionPool(
            new ConnectionPool(IDLE_CONNECTIONS_MAX, IDLE_TIME_MAX.toSeconds(), TimeUnit.SECONDS))
        .socketFactory(new InterruptibleSockets())
        .eventListenerFactory(Exchange::of)
        .addNetworkInterceptor(new OneSend(SystemRuntime.get().ticker()));
  }

  /** On a thread of the system's own: a look-up keeps the carrier of a virtual one. */
  private static void lookUp(Runnable task) {
    Thread.ofPlatform().daemon().name("holdfast-look-up").start(task);
  }

  @Override
  public Reply send(Request request, Duration timeout, Signal signal) {
    if (!timeout.isPositive()) {
      throw new IllegalArgumentException(
          "timeout must be more than 0 s but was " + Durations.text(timeout));
    }
    if (closed || signal.fired() || Thread.currentThread().isInterrupted()) {
      return CANCELLED_UNSENT;
    }
    Exchange exchange;
    try {
      exchange = new Exchange(client, requests.of(request), setting);
    } catch (IllegalArgumentException e) {
      return new Unanswered(new CallEnding.Refused(), Causes.text(e));
    }
    Timers.Timer timer = timers.start(TimeUnit.NANOSECONDS.convert(timeout), exchange::timeOut);
    Signal.Registration registration = signal.onFire(exchange::cancel);
    try {
      return exchange.run();
    } finally {
      registration.close();
      timer.stop();
    }
  }

  /**
   * Cancels what is under way, closes all connections and sends nothing any more. Does nothing
   * where it is closed.
   */
  @Override
  public void close() {
    closed = true;
    client.dispatcher().cancelAll();
    client.connectionPool().evictAll();
  }
}
