package dev.holdfast.guide;

import static dev.holdfast.guide.SetUpSample.client;

import dev.holdfast.client.Client;
import dev.holdfast.client.Operation;
import dev.holdfast.plugin.opentelemetry.Tracing;
import dev.holdfast.testing.ScriptedProvider;
import dev.holdfast.testing.VirtualTime;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;

/** A call as a trace shows it. */
final class TracingSample {
  private TracingSample() {}

  static void trace() {
    // region trace
    InMemorySpanExporter spans = InMemorySpanExporter.create(); // yours goes to a collector
    SdkTracerProvider provider =
        SdkTracerProvider.builder().addSpanProcessor(SimpleSpanProcessor.create(spans)).build();
    OpenTelemetrySdk telemetry =
        OpenTelemetrySdk.builder()
            .setTracerProvider(provider)
            .setPropagators(ContextPropagators.create(W3CTraceContextPropagator.getInstance()))
            .build();
    VirtualTime time = VirtualTime.create();
    ScriptedProvider script = ScriptedProvider.on(time).answer(503).answer(200);
    Client crm = client(script, time).plugin(Tracing.with(telemetry)).build();

    crm.call(Operation.get("/contacts/{}", 7), Object.class);

    for (SpanData span : spans.getFinishedSpanItems()) {
      System.out.println(
          span.getKind() + " " + span.getName() + " " + span.getStatus().getStatusCode());
      span.getAttributes().forEach((key, value) -> System.out.println("  " + key + " " + value));
    }
    // endregion
  }
}
