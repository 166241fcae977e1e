package dev.holdfast.guide;

import static dev.holdfast.guide.SetUpSample.failure;

import dev.holdfast.client.CallError;
import dev.holdfast.client.Client;
import dev.holdfast.client.HttpApi;
import dev.holdfast.client.Operation;
import dev.holdfast.client.Options;
import dev.holdfast.core.RateLimit;
import dev.holdfast.testing.ScriptedProvider;
import dev.holdfast.testing.VirtualRuntime;
import dev.holdfast.testing.VirtualTime;
import java.time.Duration;
import java.util.Map;

/** The samples of rate-budget.md. */
final class RateBudgetSample {
  private RateBudgetSample() {}

  // region limited
  static Client limited(ScriptedProvider script, VirtualTime time, RateLimit... limits) {
    HttpApi api = HttpApi.named("crm").baseUrl("https://crm.example/v1").limits(limits).build();
    return Client.of(api)
        .transport(script)
        .runtime(VirtualRuntime.forCalls(time, () -> 0.5))
        .build();
  }

  // endregion

  static void stated() {
    // region stated
    VirtualTime time = VirtualTime.create();
    ScriptedProvider script = ScriptedProvider.on(time).answer(200);
    Client crm = limited(script, time, RateLimit.perSecond(2), RateLimit.perMinute(5));

    for (int call = 1; call <= 7; call++) {
      var meta = crm.get("/campaigns", Object.class).meta();
      System.out.println(meta.fetchedAt() + ", throttled " + meta.throttled());
    }
    // endregion
  }

  static void after_a_429() {
    // region after_a_429
    VirtualTime time = VirtualTime.create();
    ScriptedProvider script =
        ScriptedProvider.on(time).answer(429, Map.of("Retry-After", "5"), "").answer(200);
    Client crm = limited(script, time, RateLimit.perSecond(10));

    for (int call = 1; call <= 4; call++) {
      var meta = crm.get("/campaigns", Object.class).meta();
      System.out.println(
          meta.fetchedAt() + ", requests " + meta.requests() + ", throttled " + meta.throttled());
    }
    time.advance(Duration.ofSeconds(50));
    for (int call = 5; call <= 7; call++) {
      System.out.println(crm.get("/campaigns", Object.class).meta().fetchedAt());
    }
    // endregion
  }

  static void deadline() {
    // region deadline
    VirtualTime time = VirtualTime.create();
    Client crm = limited(ScriptedProvider.on(time).answer(200), time, RateLimit.perMinute(1));
    crm.get("/campaigns", Object.class);

    CallError error =
        failure(() ->
            crm.get("/campaigns", Object.class, Options.none().deadline(Duration.ofSeconds(59))));

    System.out.println(error);
    System.out.println("timedOut " + error.timedOut() + ", status " + error.status());
    System.out.println("waited " + time.waits());
    // endregion
  }

  static void asked_too_long() {
    // region asked_too_long
    VirtualTime time = VirtualTime.create();
    ScriptedProvider script =
        ScriptedProvider.on(time).answer(429, Map.of("Retry-After", "3600"), "").answer(200);
    Client crm = limited(script, time);

    System.out.println(failure(() -> crm.get("/campaigns", Object.class)));
    // The whole client is paused, so the next call is not even sent.
    System.out.println(failure(() -> crm.get("/contacts", Object.class)));
    Duration wait = crm.estimate(Operation.get("/contacts")).throttled();
    System.out.println(script.count() + " request, expected wait " + wait);
    // endregion
  }
}
