package dev.holdfast.plugin.opentelemetry;

import dev.holdfast.client.Plugin;
import dev.holdfast.client.transport.Reply;
import dev.holdfast.client.transport.Transport;
import dev.holdfast.core.CallEnding;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import io.opentelemetry.context.propagation.TextMapPropagator;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A span for each attempt, by the conventions for HTTP clients.
 *
 * @param tracer makes the spans
 * @param propagator says how requests carry them on
 * @param operation where the operation's span is
 */
record AttemptSpans(Tracer tracer, TextMapPropagator propagator, Context operation)
    implements Plugin.Attempts {
  private static final AttributeKey<String> METHOD = AttributeKey.stringKey("http.request.method");
  private static final AttributeKey<String> ORIGINAL_METHOD =
      AttributeKey.stringKey("http.request.method_original");
  private static final AttributeKey<Long> RESEND_COUNT =
      AttributeKey.longKey("http.request.resend_count");
  private static final AttributeKey<Long> STATUS =
      AttributeKey.longKey("http.response.status_code");

  /** What the conventions know; others would make the attribute's values endless. */
  private static final Set<String> KNOWN =
      Set.of("GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH");

  @Override
  @SuppressWarnings("try") // a scope is of use by its closing
  public Reply attempt(Transport.Request request, int attempt, Plugin.Send send) {
    Span span = started(request, attempt);
    Context inside = operation.with(span);
    try (Scope current = inside.makeCurrent()) {
      Reply reply = send.send(carrying(request, inside));
      ended(span, reply);
      return reply;
    } catch (RuntimeException | Error e) {
      Tracing.failed(span, e);
      throw e;
    } finally {
      span.end();
    }
  }

  private Span started(Transport.Request request, int attempt) {
    boolean known = KNOWN.contains(request.method());
    SpanBuilder builder =
        tracer
            .spanBuilder(known ? request.method() : "HTTP")
            .setSpanKind(SpanKind.CLIENT)
            .setParent(operation)
            .setAttribute(METHOD, known ? request.method() : "_OTHER");
    if (!known) {
      builder.setAttribute(ORIGINAL_METHOD, request.method());
    }
    Target.of(request).describe(builder);
    if (attempt > 1) {
      builder.setAttribute(RESEND_COUNT, attempt - 1L);
    }
    return builder.startSpan();
  }

  private Transport.Request carrying(Transport.Request request, Context inside) {
    Map<String, String> fields = new TreeMap<>();
    propagator.inject(inside, fields, (carrier, name, value) -> fields.put(name, value));
    Transport.Request carrying = request;
    for (Map.Entry<String, String> field : fields.entrySet()) {
      carrying = carrying.header(field.getKey(), field.getValue());
    }
    return carrying;
  }

  private static void ended(Span span, Reply reply) {
    switch (reply) {
      case Reply.Answer answer -> {
        span.setAttribute(STATUS, answer.status());
        if (answer.status() >= 400) {
          failed(span, Integer.toString(answer.status()));
        }
      }
      case Reply.Bodiless answer -> {
        span.setAttribute(STATUS, answer.status());
        failed(
            span,
            answer.status() >= 400
                ? Integer.toString(answer.status())
                : answer.flaw().name().toLowerCase(Locale.ROOT));
      }
      case Reply.Unanswered none -> failed(span, type(none.ending()));
    }
  }

  private static void failed(Span span, String type) {
    span.setStatus(StatusCode.ERROR);
    span.setAttribute(Tracing.ERROR_TYPE, type);
  }

  private static String type(CallEnding ending) {
    return switch (ending) {
      case CallEnding.NeverLeft never -> "not_connected";
      case CallEnding.TimedOut late -> "timeout";
      case CallEnding.Broken broken -> "broken";
      case CallEnding.Refused refused -> "refused";
      case CallEnding.Capped capped -> "capped";
      case CallEnding.Cancelled cancelled -> "cancelled";
      // No such replies can be made.
      case CallEnding.Answered answered -> "_OTHER";
      case CallEnding.AnsweredRetryAfter answered -> "_OTHER";
    };
  }
}
