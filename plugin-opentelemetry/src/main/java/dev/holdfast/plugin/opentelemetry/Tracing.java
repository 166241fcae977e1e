package dev.holdfast.plugin.opentelemetry;

import dev.holdfast.client.Operation;
import dev.holdfast.client.Plugin;
import dev.holdfast.client.Response;
import dev.holdfast.client.plugins.Outcome;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import io.opentelemetry.context.propagation.TextMapPropagator;

/**
 * A span for each operation, and one below it for each attempt, named and described as
 * OpenTelemetry's HTTP conventions have it.
 *
 * <p>The operation's span is internal and named by provider, method and route, such as {@code crm
 * GET /contacts/{}}; it is a child of the span that is current where the call begins. {@code
 * holdfast.stale} on it tells a stored answer from a fresh one. An attempt's span is one of a
 * client, and the request carries it on by the propagators that were given: {@code traceparent}
 * with W3C's. With a propagator for baggage, the provider is sent that too.
 *
 * <p>No span holds a header, a body, a query, user info or the text of an exception; {@code
 * url.full} holds the path, ids included.
 *
 * <p>Placed outside failover its spans show what the caller saw, and inside what the provider did.
 * An operation that a plugin further inside answers has no attempt. A call on a thread of its own
 * ({@code callAsync}) begins a trace of its own, unless the runtime's executor carries the context
 * over, as {@link Context#taskWrapping(java.util.concurrent.Executor)} does. Safe for use by many
 * threads and clients.
 */
public final class Tracing implements Plugin {
  static final AttributeKey<String> ERROR_TYPE = AttributeKey.stringKey("error.type");

  private static final AttributeKey<Boolean> STALE = AttributeKey.booleanKey("holdfast.stale");
  private static final AttributeKey<Long> REQUESTS = AttributeKey.longKey("holdfast.requests");
  private static final String SCOPE = "dev.holdfast.client";

  private final Tracer tracer;
  private final TextMapPropagator propagator;

  private Tracing(Tracer tracer, TextMapPropagator propagator) {
    this.tracer = tracer;
    this.propagator = propagator;
  }

  /**
   * Traces calls.
   *
   * @param telemetry makes the spans, and says how requests carry them on
   * @return a plugin named {@code tracing}
   */
  public static Tracing with(OpenTelemetry telemetry) {
    return new Tracing(
        telemetry.getTracer(SCOPE), telemetry.getPropagators().getTextMapPropagator());
  }

  @Override
  public String name() {
    return "tracing";
  }

  @Override
  @SuppressWarnings("try") // a scope is of use by its closing
  public Response wrap(Operation operation, Next next, CallInfo info) {
    Context caller = Context.current();
    Span span =
        tracer
            .spanBuilder(info.provider() + " " + operation.method() + " " + operation.route())
            .setSpanKind(SpanKind.INTERNAL)
            .setParent(caller)
            .startSpan();
    // Kept here and not on the thread: attempts may be made on another.
    Context inside = caller.with(span);
    try (Scope current = inside.makeCurrent()) {
      Response response = next.proceed(operation, new AttemptSpans(tracer, propagator, inside));
      span.setAttribute(STALE, response.meta().stale());
      return response;
    } catch (RuntimeException | Error e) {
      failed(span, e);
      throw e;
    } finally {
      span.setAttribute(REQUESTS, info.requests());
      span.end();
    }
  }

  /** Marks a span as failed, without a word of what was thrown. */
  static void failed(Span span, Throwable thrown) {
    span.setStatus(StatusCode.ERROR);
    span.setAttribute(
        ERROR_TYPE,
        switch (Outcome.of(thrown)) {
          case Outcome.Failed failed -> failed.error().code().text();
          case Outcome.Broke broke -> broke.exception();
          case Outcome.Answered never -> throw new IllegalStateException("thrown is no answer");
        });
  }
}
