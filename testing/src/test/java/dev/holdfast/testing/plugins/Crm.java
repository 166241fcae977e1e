package dev.holdfast.testing.plugins;

import dev.holdfast.client.Client;
import dev.holdfast.client.ClientBuilder;
import dev.holdfast.client.HttpApi;
import dev.holdfast.client.Operation;
import dev.holdfast.client.Options;
import dev.holdfast.client.PageRule;
import dev.holdfast.client.Plugin;
import dev.holdfast.client.runtime.ClientRuntime;
import dev.holdfast.testing.ScriptedProvider;
import dev.holdfast.testing.VirtualRuntime;
import dev.holdfast.testing.VirtualTime;
import java.time.Instant;
import java.util.Map;

/** A provider called crm that follows a script, on virtual time that begins an hour to midnight. */
final class Crm {
  static final Operation READ = Operation.get("/contacts/{}", 7);

  final VirtualTime time = new VirtualTime(Instant.parse("2026-12-01T23:00:00Z"));
  final ClientRuntime runtime = VirtualRuntime.forCalls(time, () -> 0.5);
  final ScriptedProvider provider = ScriptedProvider.on(time);

  /** A client with plugins, the outermost first, that tries a request once. */
  Client client(Plugin... plugins) {
    return builder(plugins).build();
  }

  ClientBuilder builder(Plugin... plugins) {
    ClientBuilder builder =
        Client.of(
                HttpApi.named("crm")
                    .baseUrl("http://crm.test")
                    .pages(new PageRule.Cursor("items", "next", "cursor")))
            .transport(provider)
            .runtime(runtime)
            .options(Options.none().retries(0));
    for (Plugin plugin : plugins) {
      builder.plugin(plugin);
    }
    return builder;
  }

  Crm json(String body) {
    provider.answer(200, Map.of(), body);
    return this;
  }
}
