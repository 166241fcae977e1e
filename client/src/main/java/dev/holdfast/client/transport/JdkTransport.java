package dev.holdfast.client.transport;

import dev.holdfast.client.runtime.ClientRuntime;
import dev.holdfast.client.runtime.Signal;
import dev.holdfast.client.runtime.SystemRuntime;
import dev.holdfast.client.runtime.Timers;
import dev.holdfast.client.transport.Reply.Flaw;
import dev.holdfast.client.transport.Reply.Unanswered;
import dev.holdfast.core.CallEnding.Cancelled;
import dev.holdfast.core.CallEnding.Refused;
import dev.holdfast.core.CallEnding.Sent;
import dev.holdfast.core.Durations;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The transport on the JDK's own HTTP client.
 *
 * <p>By itself that client sends a GET or HEAD once more where a connection ends without an answer,
 * unless the system property {@code jdk.httpclient.redirects.retrylimit} is 1 before its first use:
 * then the last failure of a read says nothing of an earlier sending. Any other method is sent
 * once.
 *
 * <p>Share one: each has its own connections. Safe for use by many threads.
 */
public final class JdkTransport implements Transport, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(JdkTransport.class);

  private final int maxBodyBytes;
  private final Replies replies;
  private final Timers timers;
  private final Lookups lookups;
  private final RenewedClient client;
  private volatile boolean closed;

  JdkTransport(JdkOptions options, boolean resendsReads, Timers timers, Lookups lookups) {
    this.maxBodyBytes = options.maxBodyBytes();
    this.replies = new Replies(maxBodyBytes, resendsReads);
    this.timers = timers;
    this.lookups = lookups;
    this.client = new RenewedClient(() -> client(options), timers);
  }

  /**
   * Makes a transport with the default options.
   *
   * @return a new transport
   * @throws IllegalStateException as {@link #create(JdkOptions)}
   */
  public static JdkTransport create() {
    return create(JdkOptions.DEFAULT);
  }

  /**
   * Makes a transport. It logs one warning where a GET may be sent twice.
   *
   * @param options what can be chosen
   * @return a new transport
   * @throws IllegalStateException if the system property {@code
   *     jdk.httpclient.enableAllMethodRetry} is set: the JDK's client would send writes twice
   */
  public static JdkTransport create(JdkOptions options) {
    boolean resendsReads = Resends.ofReads(System::getProperty);
    if (resendsReads) {
      LOG.warn(
          "The JDK's HTTP client may send a GET twice, so that an error can't tell whether a read"
              + " was sent: start with -D{}=1, or use another transport",
          Resends.LIMIT);
    }
    ClientRuntime runtime = SystemRuntime.get();
    Lookups lookups =
        new Lookups(
            Lookups.system(options.proxy()),
            runtime.ticker(),
            // The system's look-up would keep the carrier of a virtual thread.
            task -> Thread.ofPlatform().daemon().name("holdfast-look-up").unstarted(task));
    return new JdkTransport(options, resendsReads, runtime.timers(), lookups);
  }

  private static HttpClient client(JdkOptions options) {
    HttpClient.Builder client =
        HttpClient.newBuilder()
            .version(options.version())
            .followRedirects(HttpClient.Redirect.NEVER)
            .executor(executor(options.version()));
    if (options.tls() != null) {
      client.sslContext(options.tls());
    }
    if (options.proxy() != null) {
      client.proxy(options.proxy());
    }
    return client.build();
  }

  /**
   * Measured on loopback with 1 and 8 callers: a blocking send whose tasks run where they come up
   * takes half of the default's processor time, and sendAsync half as much again. But a peer that
   * floods an HTTP/2 connection would keep the one selector thread to itself.
   */
  private static Executor executor(HttpClient.Version version) {
    return version == HttpClient.Version.HTTP_1_1
        ? Runnable::run
        : task -> Thread.ofVirtual().name("holdfast-http2").start(task);
  }

  /**
   * Sends a request; see {@link Transport#send}. A request that HTTP does not allow ends as {@link
   * Refused}; one that is under way when this is closed, as {@link Cancelled}.
   *
   * @throws IllegalArgumentException if the timeout is not more than zero
   */
  @Override
  public Reply send(Request request, Duration timeout, Signal signal) {
    if (!timeout.isPositive()) {
      throw new IllegalArgumentException(
          "timeout must be more than 0 s but was " + Durations.text(timeout));
    }
    if (closed || signal.fired() || Thread.currentThread().isInterrupted()) {
      return new Unanswered(new Cancelled(Sent.NO), "");
    }
    Exchange exchange = new Exchange(maxBodyBytes);
    HttpRequest http;
    try {
      http = Requests.http(request, exchange);
    } catch (IllegalArgumentException e) {
      // Its type alone is passed on: its text may hold a header's value.
      return new Unanswered(new Refused(), Causes.text(e));
    }
    Timers.Timer timer = timers.start(TimeUnit.NANOSECONDS.convert(timeout), exchange::timeUp);
    Signal.Registration registration = signal.onFire(exchange::cancel);
    try {
      return exchanged(http, exchange);
    } finally {
      registration.close();
      timer.stop();
    }
  }

  private Reply exchanged(HttpRequest http, Exchange exchange) {
    try {
      lookups.await(http.uri());
      exchange.begin();
      HttpResponse<byte[]> response = client.get().send(http, exchange);
      exchange.end(false);
      return replies.answered(response.body(), exchange);
    } catch (InterruptedException e) {
      Flaw why = exchange.end(true);
      if (why != null) {
        return replies.cut(why, exchange);
      }
      Thread.currentThread().interrupt();
      return replies.cut(Flaw.CANCELLED, exchange);
    } catch (Throwable e) {
      // Whatever else is thrown, an Error included, the request may have been sent.
      exchange.end(false);
      if (closed) {
        return replies.cut(Flaw.CANCELLED, exchange);
      }
      if (Failures.leavesOpen(e)) {
        client.leftOpen();
      }
      return replies.failed(e, exchange);
    }
  }

  /** Cancels what is under way and closes every connection. Nothing can be sent afterwards. */
  @Override
  public void close() {
    closed = true;
    client.close();
  }
}
