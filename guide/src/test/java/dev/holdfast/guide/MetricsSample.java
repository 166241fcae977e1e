package dev.holdfast.guide;

import static dev.holdfast.guide.SetUpSample.client;

import dev.holdfast.client.Client;
import dev.holdfast.client.Operation;
import dev.holdfast.plugin.micrometer.Metrics;
import dev.holdfast.testing.ScriptedProvider;
import dev.holdfast.testing.VirtualTime;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

/** Calls as meters show them. */
final class MetricsSample {
  private MetricsSample() {}

  static void meters() {
    // region meters
    SimpleMeterRegistry registry = new SimpleMeterRegistry(); // yours is Prometheus's, say
    VirtualTime time = VirtualTime.create();
    ScriptedProvider script = ScriptedProvider.on(time).answer(503).answer(200);
    Client crm = client(script, time).plugin(Metrics.to(registry).withRoutes()).build();

    crm.call(Operation.get("/contacts/{}", 7), Object.class);

    System.out.println(registry.getMetersAsString());
    // endregion
  }
}
