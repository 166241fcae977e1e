package dev.holdfast.plugin.micrometer;

import dev.holdfast.client.Operation;
import dev.holdfast.client.Plugin;
import dev.holdfast.client.Response;
import dev.holdfast.client.plugins.Outcome;
import dev.holdfast.client.transport.Reply;
import dev.holdfast.client.transport.Transport;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts and times what clients do, in a registry of Micrometer:
 *
 * <ul>
 *   <li>{@code holdfast.client.operations}, a timer by provider, method and outcome: {@code
 *       success}, {@code stale}, an error's code such as {@code rate_limited}, or {@code exception}
 *   <li>{@code holdfast.client.requests}, a timer by provider, method and HTTP status, which is
 *       {@code none} where there was no answer
 *   <li>{@code holdfast.client.retries}, a counter by provider: requests after an operation's first
 *   <li>{@code holdfast.client.throttled}, a timer by provider: what operations that had to wait
 *       for the rate budget waited
 * </ul>
 *
 * <p>Times are measured by the client's ticker. No tag holds an id, an argument or a label. Placed
 * outside failover the outcomes are what callers saw, and inside what the provider did. What a
 * registry throws is logged by the name of its class, and breaks no call. Safe for use by many
 * threads and clients.
 */
public final class Metrics implements Plugin {
  private static final Logger LOG = LoggerFactory.getLogger(Metrics.class);

  private final MeterRegistry registry;
  private final boolean routes;
  private final MeterProvider<Timer> operations;
  private final MeterProvider<Timer> requests;
  private final MeterProvider<Counter> retries;
  private final MeterProvider<Timer> throttled;

  private Metrics(MeterRegistry registry, boolean routes) {
    this.registry = registry;
    this.routes = routes;
    this.operations = timer(registry, "operations", "Operations by what they came to");
    this.requests = timer(registry, "requests", "Requests by their HTTP status");
    this.throttled = timer(registry, "throttled", "Waits for the rate budget");
    this.retries =
        Counter.builder("holdfast.client.retries")
            .description("Requests after an operation's first")
            .withRegistry(registry);
  }

  private static MeterProvider<Timer> timer(
      MeterRegistry registry, String name, String description) {
    return Timer.builder("holdfast.client." + name).description(description).withRegistry(registry);
  }

  /**
   * Measures calls.
   *
   * @param registry where to
   * @return a plugin named {@code metrics}
   */
  public static Metrics to(MeterRegistry registry) {
    return new Metrics(registry, false);
  }

  /**
   * Adds the tag {@code route} to operations and requests, such as {@code /contacts/{}}. There are
   * as many values as the code writes paths: ids must be given as segments, and not in the path.
   * Let all clients of a registry have it or none, as some registries want a meter's tags alike.
   *
   * @return a copy
   */
  public Metrics withRoutes() {
    return new Metrics(registry, true);
  }

  @Override
  public String name() {
    return "metrics";
  }

  @Override
  public Response wrap(Operation operation, Next next, CallInfo info) {
    long start = info.runtime().ticker().nanos();
    Response response;
    try {
      response = next.proceed(operation, attempts(operation, info));
    } catch (RuntimeException | Error e) {
      measured(operation, info, start, Outcome.of(e));
      throw e;
    }
    measured(operation, info, start, Outcome.of(response));
    return response;
  }

  private void measured(Operation operation, CallInfo info, long start, Outcome outcome) {
    Duration took = since(start, info);
    safely(() -> {
      operations
          .withTags(
              tags(operation, info).and("method", operation.method(), "outcome", outcome.text()))
          .record(took);
      if (info.throttled().isPositive()) {
        throttled.withTag("provider", info.provider()).record(info.throttled());
      }
    });
  }

  private Attempts attempts(Operation operation, CallInfo info) {
    return (request, attempt, send) -> {
      long start = info.runtime().ticker().nanos();
      // One that throws was refused further inside, and not sent.
      Reply reply = send.send(request);
      Duration took = since(start, info);
      safely(() -> sent(tags(operation, info), request, attempt, reply, took, info));
      return reply;
    };
  }

  private void sent(
      Tags tags,
      Transport.Request request,
      int attempt,
      Reply reply,
      Duration took,
      CallInfo info) {
    requests.withTags(tags.and("method", request.method(), "status", status(reply))).record(took);
    if (attempt > 1) {
      retries.withTag("provider", info.provider()).increment();
    }
  }

  private Tags tags(Operation operation, CallInfo info) {
    Tags tags = Tags.of("provider", info.provider());
    return routes ? tags.and("route", operation.route()) : tags;
  }

  private static String status(Reply reply) {
    return switch (reply) {
      case Reply.Answer answer -> Integer.toString(answer.status());
      case Reply.Bodiless answer -> Integer.toString(answer.status());
      case Reply.Unanswered none -> "none";
    };
  }

  private static Duration since(long start, CallInfo info) {
    return Duration.ofNanos(Math.max(0, info.runtime().ticker().nanos() - start));
  }

  private static void safely(Runnable measuring) {
    try {
      measuring.run();
    } catch (RuntimeException e) {
      LOG.warn("a meter registry threw {}", e.getClass().getName());
    }
  }
}
