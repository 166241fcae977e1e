package dev.holdfast.testing.plugins;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdfast.client.Client;
import dev.holdfast.client.HttpApi;
import dev.holdfast.client.Options;
import dev.holdfast.client.PageRule;
import dev.holdfast.client.Plugin;
import dev.holdfast.client.runtime.ClientRuntime;
import dev.holdfast.client.transport.Headers;
import dev.holdfast.client.transport.Reply;
import dev.holdfast.client.transport.Transport;
import dev.holdfast.core.CallEnding;
import dev.holdfast.testing.ScriptedProvider;
import dev.holdfast.testing.VirtualRuntime;
import dev.holdfast.testing.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/** A vendor on virtual time that serves what it was given, and goes down when told. */
final class Vendor {
  static final Instant START = Instant.parse("2026-11-14T12:00:00Z");
  static final Duration HOUR = Duration.ofHours(1);

  final VirtualTime time = new VirtualTime(START);
  final ClientRuntime runtime = VirtualRuntime.forCalls(time, () -> 0.5);
  final ScriptedProvider provider = ScriptedProvider.on(time).then(this::answer);
  final FakeStore store = new FakeStore();
  private final Map<String, String> bodies = new HashMap<>();
  private int status = 200;

  /** Serves a JSON text at a path with its query. */
  Vendor serves(String path, String json) {
    bodies.put(path, json);
    return this;
  }

  /** Answers everything with a status from now on; 0: is not there at all. */
  void down(int with) {
    status = with;
  }

  void up() {
    status = 200;
  }

  private Reply answer(Transport.Request request) {
    if (status == 0) {
      return new Reply.Unanswered(new CallEnding.NeverLeft(), "");
    }
    String query = request.uri().getRawQuery();
    String body = bodies.get(request.uri().getPath() + (query == null ? "" : "?" + query));
    int with = status == 200 && body == null ? 404 : status;
    return new Reply.Answer(
        with, Headers.NONE, (with == 200 && body != null ? body : "").getBytes(UTF_8));
  }

  /** A client that sends everything once. */
  Client client(Plugin... plugins) {
    return client(runtime, plugins);
  }

  Client client(ClientRuntime on, Plugin... plugins) {
    var builder =
        Client.of(
                HttpApi.named("example")
                    .baseUrl("http://example.test")
                    .idempotencyKeys()
                    .knownRead("POST", "/search")
                    .pages(new PageRule.Cursor("items", "next", "cursor"))
                    .build())
            .transport(provider)
            .runtime(on)
            .workspace("agency")
            .allowWrites()
            .noSlowDown()
            .options(Options.none().retries(0));
    for (Plugin plugin : plugins) {
      builder.plugin(plugin);
    }
    return builder.build();
  }
}
