package dev.holdfast.testing;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.holdfast.client.CallError;
import dev.holdfast.client.CallException;
import dev.holdfast.client.Client;
import dev.holdfast.client.ClientBuilder;
import dev.holdfast.client.HttpApi;
import dev.holdfast.client.HttpApiBuilder;
import dev.holdfast.client.PageRule;
import dev.holdfast.client.runtime.ClientRuntime;
import java.util.Map;

/** A provider called example that follows a script, on virtual time, with chance at a half. */
final class Calls {
  final VirtualTime time = VirtualTime.create();
  final ClientRuntime runtime = VirtualRuntime.forCalls(time, () -> 0.5);
  final ScriptedProvider provider = ScriptedProvider.on(time);

  static HttpApiBuilder api() {
    return HttpApi.named("example")
        .baseUrl("http://example.test")
        .idempotencyKeys()
        .pages(new PageRule.Cursor("items", "next", "cursor"));
  }

  ClientBuilder builder() {
    return builder(api());
  }

  ClientBuilder builder(HttpApiBuilder api) {
    return Client.of(api.build()).transport(provider).runtime(runtime);
  }

  Client client() {
    return builder().build();
  }

  Calls json(String body) {
    provider.answer(200, Map.of(), body);
    return this;
  }

  static CallError error(Runnable call) {
    return catchThrowableOfType(CallException.class, call::run).error();
  }
}
