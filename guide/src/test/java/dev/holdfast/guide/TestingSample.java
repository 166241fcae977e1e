package dev.holdfast.guide;

import static dev.holdfast.guide.SetUpSample.client;
import static dev.holdfast.guide.SetUpSample.failure;

import dev.holdfast.client.Client;
import dev.holdfast.client.Hooks;
import dev.holdfast.client.MemoryApi;
import dev.holdfast.client.Operation;
import dev.holdfast.client.Options;
import dev.holdfast.client.transport.Headers;
import dev.holdfast.client.transport.Reply;
import dev.holdfast.core.Backoff;
import dev.holdfast.testing.ScriptedProvider;
import dev.holdfast.testing.VirtualTime;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The samples of testing.md. */
final class TestingSample {
  private TestingSample() {}

  static void script() {
    // region script
    VirtualTime time = VirtualTime.create();
    ScriptedProvider script =
        ScriptedProvider.on(time)
            .answer(503)
            .answer(429, Map.of("Retry-After", "2"), "")
            .offline()
            .broken()
            .hang()
            .then(request -> new Reply.Answer(200, Headers.NONE, request.body()));
    Client crm =
        client(script, time)
            .options(Options.none().retries(9).timeout(Duration.ofSeconds(5)))
            .build();
    Operation write = Operation.write("PUT", "/campaigns/{}", 7).body("Spring").keyed("k-7");

    var echo = crm.call(write, String.class);

    System.out.println(echo.value() + " by request " + script.count());
    System.out.println("waits " + time.waits());
    System.out.println("ended at " + time.instant() + ", timers left " + time.timers());
    System.out.println(script.requests().getLast().headers().get("Idempotency-Key"));
    // endregion
  }

  static void a_day() {
    // region a_day
    VirtualTime time = VirtualTime.create();
    ScriptedProvider script = ScriptedProvider.on(time).answer(503);
    Client crm = client(script, time).build();
    Options everyFiveMinutes = Options.none().retries(288, Backoff.fixed(Duration.ofMinutes(5)));

    failure(() -> crm.get("/campaigns", Object.class, everyFiveMinutes));

    System.out.println(script.count() + " requests until " + time.instant());
    // endregion
  }

  static void memory() {
    // region memory
    record Campaign(String id, String name) {}

    Client crm =
        Client.of(
                MemoryApi.named("crm")
                    .with("/campaigns", List.of(Map.of("id", "c1", "name", "Spring")))
                    .build())
            .build();
    Operation create = Operation.write("POST", "/campaigns").body(Map.of("name", "Summer"));

    var created = crm.call(create.keyed("once"), Campaign.class);
    var again = crm.call(create.keyed("once"), Campaign.class);

    System.out.println(created.value() + ", again " + again.value());
    System.out.println(crm.get("/campaigns/c1", Campaign.class).value());
    System.out.println(failure(() -> crm.get("/campaigns/c9", Campaign.class)));
    // endregion
  }

  static void hooks() {
    // region hooks
    Hooks log =
        new Hooks() {
          @Override
          public void onRequest(Attempted attempt) {
            System.out.println(
                attempt.attempt()
                    + ": "
                    + (attempt.failure().isEmpty() ? "answered" : attempt.failure())
                    + ", took "
                    + attempt.duration().toMillis()
                    + " ms");
          }

          @Override
          public void onRetry(Retrying retry) {
            System.out.println("   next in " + retry.delay().toMillis() + " ms");
          }

          @Override
          public void onStop(Stopped stop) {
            System.out.println("   given up: " + stop.stop().text());
          }
        };

    VirtualTime time = VirtualTime.create();
    ScriptedProvider script = ScriptedProvider.on(time).answer(503).hang().answer(200, 404);
    Client crm = client(script, time).hooks(log).build();

    crm.call(Operation.get("/campaigns/{}", 7), Object.class);
    failure(() -> crm.call(Operation.get("/campaigns/{}", 8), Object.class));
    // endregion
  }
}
