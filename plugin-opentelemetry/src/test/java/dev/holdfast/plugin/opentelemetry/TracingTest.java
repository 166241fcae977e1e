package dev.holdfast.plugin.opentelemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.client.CallError;
import dev.holdfast.client.CallException;
import dev.holdfast.client.Client;
import dev.holdfast.client.HttpApi;
import dev.holdfast.client.Meta;
import dev.holdfast.client.Operation;
import dev.holdfast.client.Options;
import dev.holdfast.client.Plugin;
import dev.holdfast.client.Response;
import dev.holdfast.client.runtime.Signal;
import dev.holdfast.client.transport.Headers;
import dev.holdfast.client.transport.Reply;
import dev.holdfast.client.transport.Transport;
import dev.holdfast.core.CallEnding;
import dev.holdfast.core.ErrorCode;
import dev.holdfast.testing.ScriptedProvider;
import dev.holdfast.testing.VirtualRuntime;
import dev.holdfast.testing.VirtualTime;
import io.opentelemetry.api.baggage.Baggage;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Scope;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class TracingTest {
  private static final Operation READ = Operation.get("/contacts/{}", 7);
  private static final byte[] HUSH = {'h', 'u', 's', 'h'};

  private final InMemorySpanExporter spans = InMemorySpanExporter.create();
  private final OpenTelemetrySdk telemetry =
      OpenTelemetrySdk.builder()
          .setTracerProvider(
              SdkTracerProvider.builder()
                  .addSpanProcessor(SimpleSpanProcessor.create(spans))
                  .build())
          .setPropagators(ContextPropagators.create(W3CTraceContextPropagator.getInstance()))
          .build();
  private final Tracing tracing = Tracing.with(telemetry);
  private final VirtualTime time = VirtualTime.create();
  private final ScriptedProvider provider = ScriptedProvider.on(time);

  private Client client(String url, Plugin... plugins) {
    var builder =
        Client.of(HttpApi.named("crm").baseUrl(url).queryKey("api_key", "hush"))
            .transport(provider)
            .runtime(VirtualRuntime.forCalls(time, () -> 0.5));
    Stream.of(plugins).forEach(builder::plugin);
    return builder.build();
  }

  private void read(Plugin... plugins) {
    client("https://crm.test/v1", plugins).call(READ, Object.class);
  }

  private List<SpanData> attempts() {
    return spans.getFinishedSpanItems().stream()
        .filter(span -> span.getKind() == SpanKind.CLIENT)
        .toList();
  }

  private SpanData operation() {
    return spans.getFinishedSpanItems().stream()
        .filter(span -> span.getKind() == SpanKind.INTERNAL)
        .findFirst()
        .orElseThrow();
  }

  private static @Nullable Object value(SpanData span, String key) {
    Object[] found = {null};
    span.getAttributes()
        .forEach((AttributeKey<?> each, Object value) -> {
          if (each.getKey().equals(key)) {
            found[0] = value;
          }
        });
    return found[0];
  }

  @Test
  @SuppressWarnings("try") // a scope is of use by its closing
  void an_operation_is_a_span_of_its_own_below_the_callers() {
    provider.answer(200);
    Span caller = telemetry.getTracer("test").spanBuilder("caller").startSpan();

    try (Scope current = caller.makeCurrent()) {
      read(tracing);
    }

    SpanData span = operation();
    assertThat(span.getName()).isEqualTo("crm GET /contacts/{}");
    assertThat(span.getParentSpanId()).isEqualTo(caller.getSpanContext().getSpanId());
    assertThat(span.getStatus().getStatusCode()).isEqualTo(StatusCode.UNSET);
    assertThat(value(span, "holdfast.stale")).isEqualTo(false);
    assertThat(value(span, "holdfast.requests")).isEqualTo(1L);
  }

  @Test
  void each_attempt_is_a_span_below_the_operations() {
    provider.answer(503, 429, 200);

    read(tracing);

    List<SpanData> attempts = attempts();
    assertThat(attempts).hasSize(3);
    assertThat(attempts)
        .allSatisfy(span -> {
          assertThat(span.getName()).isEqualTo("GET");
          assertThat(span.getParentSpanId()).isEqualTo(operation().getSpanId());
          assertThat(value(span, "http.request.method")).isEqualTo("GET");
          assertThat(value(span, "server.address")).isEqualTo("crm.test");
          assertThat(value(span, "server.port")).isEqualTo(443L);
          assertThat(value(span, "url.full")).isEqualTo("https://crm.test/v1/contacts/7");
        });
    assertThat(attempts)
        .extracting(span -> value(span, "http.request.resend_count"))
        .containsExactly(null, 1L, 2L);
    assertThat(attempts)
        .extracting(span -> value(span, "http.response.status_code"))
        .containsExactly(503L, 429L, 200L);
    assertThat(attempts)
        .extracting(span -> value(span, "error.type"))
        .containsExactly("503", "429", null);
    assertThat(attempts)
        .extracting(span -> span.getStatus().getStatusCode())
        .containsExactly(StatusCode.ERROR, StatusCode.ERROR, StatusCode.UNSET);
    assertThat(value(operation(), "holdfast.requests")).isEqualTo(3L);
  }

  @Test
  void each_request_carries_its_own_attempt_on() {
    provider.answer(503, 200);

    read(tracing);

    List<SpanData> attempts = attempts();
    for (int i = 0; i < 2; i++) {
      String ids = attempts.get(i).getTraceId() + "-" + attempts.get(i).getSpanId();
      assertThat(provider.requests().get(i).headers().get("traceparent")).startsWith("00-" + ids);
    }
  }

  @Test
  @SuppressWarnings("try") // a scope is of use by its closing
  void what_the_propagators_do_not_carry_is_not_sent() {
    provider.answer(200);

    try (Scope current = Baggage.builder().put("user", "hush").build().makeCurrent()) {
      read(tracing);
    }

    assertThat(provider.requests().getFirst().headers()).doesNotContainKey("baggage");
  }

  @Test
  void the_attempts_span_is_current_where_it_is_sent() {
    String[] current = {""};
    provider.then(request -> {
      current[0] = Span.current().getSpanContext().getSpanId();
      return new Reply.Answer(200, Headers.of(Map.of()), new byte[0]);
    });

    read(tracing);

    assertThat(current[0]).isEqualTo(attempts().getFirst().getSpanId());
    assertThat(Span.current().getSpanContext().isValid()).isFalse();
  }

  @Test
  void attempts_on_another_thread_lie_below_the_operation_all_the_same() {
    provider.answer(503, 200);
    Plugin elsewhere =
        plugin((operation, next, info) ->
            CompletableFuture.supplyAsync(() -> next.detached(Signal.never()).proceed(operation))
                .join());

    read(tracing, elsewhere);

    assertThat(attempts()).hasSize(2);
    assertThat(attempts())
        .extracting(SpanData::getParentSpanId)
        .containsOnly(operation().getSpanId());
  }

  @Test
  void a_stored_answer_is_marked_stale_and_has_no_attempt() {
    Meta stale = new Meta(0, Duration.ZERO, Instant.EPOCH, true);

    read(
        tracing,
        plugin((operation, next, info) -> new Response(new byte[0], Optional.empty(), stale)));

    assertThat(value(operation(), "holdfast.stale")).isEqualTo(true);
    assertThat(attempts()).isEmpty();
  }

  @Test
  void an_attempt_that_was_refused_further_inside_ends_with_the_reason() {
    CallError refused = CallError.of(ErrorCode.RATE_LIMITED, "crm", "hush").build();
    Plugin budget =
        plugin((operation, next, info) ->
            next.proceed(
                operation,
                (request, attempt, send) -> {
                  throw new CallException(refused);
                }));

    assertThatThrownBy(() -> read(tracing, budget)).isInstanceOf(CallException.class);

    assertThat(value(attempts().getFirst(), "error.type")).isEqualTo("RateLimited");
    assertThat(value(operation(), "error.type")).isEqualTo("RateLimited");
    assertThat(operation().getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
  }

  @Test
  void what_is_no_error_of_a_client_is_told_by_its_class() {
    Plugin broken =
        plugin((operation, next, info) -> {
          throw new IllegalStateException("hush");
        });

    assertThatThrownBy(() -> read(tracing, broken)).hasMessage("hush");

    assertThat(value(operation(), "error.type")).isEqualTo("java.lang.IllegalStateException");
    assertThat(operation().toString()).doesNotContain("hush");
  }

  static Stream<Arguments> failures() {
    Headers none = Headers.of(Map.of());
    return Stream.of(
        Arguments.of(new Reply.Answer(404, none, HUSH), "404"),
        Arguments.of(new Reply.Bodiless(200, none, Reply.Flaw.TOO_LARGE), "too_large"),
        Arguments.of(new Reply.Bodiless(500, none, Reply.Flaw.BROKEN), "500"),
        Arguments.of(unanswered(new CallEnding.NeverLeft()), "not_connected"),
        Arguments.of(unanswered(new CallEnding.TimedOut()), "timeout"),
        Arguments.of(unanswered(new CallEnding.Broken()), "broken"),
        Arguments.of(unanswered(new CallEnding.Refused()), "refused"),
        Arguments.of(unanswered(new CallEnding.Capped()), "capped"),
        Arguments.of(unanswered(new CallEnding.Cancelled(CallEnding.Sent.MAYBE)), "cancelled"));
  }

  private static Reply unanswered(CallEnding ending) {
    return new Reply.Unanswered(ending, "hush");
  }

  @ParameterizedTest
  @MethodSource("failures")
  void a_failure_has_a_type_that_tells_no_secret(Reply failure, String type) {
    provider.then(request -> failure);
    Client client = client("https://crm.test", tracing);

    assertThatThrownBy(() ->
            client.call(
                READ.with("q", "hush").header("X-Hush", "hush"),
                Object.class,
                Options.none().retries(0)))
        .isInstanceOf(CallException.class);

    assertThat(attempts()).extracting(span -> value(span, "error.type")).containsExactly(type);
    assertThat(attempts())
        .extracting(span -> span.getStatus().getStatusCode())
        .containsOnly(StatusCode.ERROR);
    assertThat(spans.getFinishedSpanItems().toString()).doesNotContainIgnoringCase("hush");
  }

  @ParameterizedTest
  @CsvSource({
    "http://crm.test,            crm.test,  80,   http://crm.test/contacts/7",
    "https://crm.test:8443/a%20b, crm.test, 8443, https://crm.test:8443/a%20b/contacts/7",
    "http://[2001:db8::1]:81,    2001:db8::1, 81, http://[2001:db8::1]:81/contacts/7",
  })
  void the_server_is_told(String base, String address, long port, String url) {
    provider.answer(200);

    client(base, tracing).call(READ, Object.class);

    SpanData span = attempts().getFirst();
    assertThat(value(span, "server.address")).isEqualTo(address);
    assertThat(value(span, "server.port")).isEqualTo(port);
    assertThat(value(span, "url.full")).isEqualTo(url);
  }

  @Test
  void user_info_and_what_is_no_url_are_left_out() {
    provider.answer(200);
    String[] urls = {"https://user:hush@crm.test/a?key=hush#hush", "https://user:hush@a b/"};
    for (String url : urls) {
      Plugin elsewhere =
          plugin((operation, next, info) ->
              next.proceed(
                  operation,
                  (request, attempt, send) ->
                      send.send(
                          new Transport.Request("PURGE", url, request.headers(), request.body()))));
      read(elsewhere, tracing);
    }

    SpanData first = attempts().getFirst();
    assertThat(value(first, "url.full")).isEqualTo("https://crm.test/a");
    assertThat(value(attempts().getLast(), "url.full")).isNull();
    assertThat(first.getName()).isEqualTo("HTTP");
    assertThat(value(first, "http.request.method")).isEqualTo("_OTHER");
    assertThat(value(first, "http.request.method_original")).isEqualTo("PURGE");
    assertThat(spans.getFinishedSpanItems().toString()).doesNotContain("hush");
  }

  private static Plugin plugin(Wrap wrap) {
    return new Plugin() {
      @Override
      public String name() {
        return "test";
      }

      @Override
      public Response wrap(Operation operation, Next next, CallInfo info) {
        return wrap.wrap(operation, next, info);
      }
    };
  }

  @FunctionalInterface
  private interface Wrap {
    Response wrap(Operation operation, Plugin.Next next, Plugin.CallInfo info);
  }
}
