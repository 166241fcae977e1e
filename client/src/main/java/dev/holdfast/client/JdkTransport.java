package dev.holdfast.client;

import dev.holdfast.core.CallEnding;
import dev.holdfast.core.CallEnding.Broken;
import dev.holdfast.core.CallEnding.Cancelled;
import dev.holdfast.core.CallEnding.Refused;
import dev.holdfast.core.CallEnding.Sent;
import dev.holdfast.core.CallEnding.TimedOut;
import dev.holdfast.core.Durations;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The transport on the JDK's own HTTP client, over HTTP/1.1. It follows no redirect, reads a body
 * off to let the connection be used again, and throws it away.
 *
 * <p>Once the headers are there the status stands, whatever becomes of the body. Made for virtual
 * threads: it blocks the caller. Share one: each has its own connections. Safe for use by many
 * threads.
 */
public final class JdkTransport implements Transport, AutoCloseable {

  /** What the client gets to say on its own whether a call that is out of time ever connected. */
  private static final Duration GRACE = Duration.ofMillis(100);

  private final InstantSource clock;
  private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .followRedirects(HttpClient.Redirect.NEVER)
          .executor(executor)
          .build();
  private volatile boolean closed;

  /**
   * Makes a transport.
   *
   * @param clock what a {@code Retry-After} date is measured by where the answer has no date
   */
  public JdkTransport(InstantSource clock) {
    this.clock = clock;
  }

  /**
   * Sends a request; see {@link Transport#send}. A request that HTTP does not allow ends as {@link
   * Refused}; one that is under way when this is closed, as {@link Cancelled}.
   *
   * @throws IllegalArgumentException if the timeout is not more than zero
   */
  @Override
  public CallEnding send(Request request, Duration timeout) {
    if (!timeout.isPositive()) {
      throw new IllegalArgumentException(
          "timeout must be more than 0 s but was " + Durations.text(timeout));
    }
    if (closed || Thread.currentThread().isInterrupted()) {
      return new Cancelled(Sent.NO);
    }
    HttpRequest http;
    try {
      http = http(request, timeout);
    } catch (IllegalArgumentException e) {
      // Not passed on: its text may hold a header's value.
      return new Refused();
    }
    Answer answer = new Answer(clock);
    CallEnding unanswered = exchange(http, timeout, answer);
    return answer.seen().orElse(unanswered);
  }

  /** Exchanges, and tells how that ended should no status have been seen. */
  private CallEnding exchange(HttpRequest http, Duration timeout, Answer answer) {
    Future<?> exchange = CompletableFuture.completedFuture(null);
    try {
      exchange = client.sendAsync(http, answer);
      await(exchange, timeout, answer);
      return new Broken();
    } catch (TimeoutException e) {
      return new TimedOut();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Cancelled(Sent.MAYBE);
    } catch (ExecutionException | RuntimeException | Error e) {
      return closed ? new Cancelled(Sent.MAYBE) : Failures.ending(e, http.method());
    } finally {
      // With false, or from a dependent future, the exchange would run on.
      exchange.cancel(true);
    }
  }

  private static void await(Future<?> exchange, Duration timeout, Answer answer)
      throws TimeoutException, InterruptedException, ExecutionException {
    try {
      exchange.get(TimeUnit.NANOSECONDS.convert(timeout), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      if (answer.seen().isPresent()) {
        throw e;
      }
      exchange.get(GRACE.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  private static HttpRequest http(Request request, Duration timeout) {
    // The client's own timeout ends at the headers, but tells a connection that never came about.
    HttpRequest.Builder http =
        HttpRequest.newBuilder(request.uri())
            .timeout(timeout)
            .method(request.method(), BodyPublishers.ofByteArray(request.body()));
    request.headers().forEach(http::header);
    return http.build();
  }

  /** Cancels what is under way and closes every connection. */
  @Override
  public void close() {
    closed = true;
    client.shutdownNow();
    client.close();
    executor.shutdown();
  }
}
