package dev.holdfast.guide;

import static dev.holdfast.guide.SetUpSample.client;
import static dev.holdfast.guide.SetUpSample.failure;

import dev.holdfast.client.CallError;
import dev.holdfast.client.CallException;
import dev.holdfast.client.Client;
import dev.holdfast.client.HttpApi;
import dev.holdfast.client.MemoryApi;
import dev.holdfast.client.Operation;
import dev.holdfast.client.Options;
import dev.holdfast.client.Page;
import dev.holdfast.client.PageRule;
import dev.holdfast.client.Plugin;
import dev.holdfast.client.Response;
import dev.holdfast.core.ErrorCode;
import dev.holdfast.core.OperationKind;
import dev.holdfast.core.RateLimit;
import dev.holdfast.testing.ScriptedProvider;
import dev.holdfast.testing.VirtualRuntime;
import dev.holdfast.testing.VirtualTime;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The samples of calls.md and of the README. */
final class CallsSample {
  private CallsSample() {}

  static void in_short() {
    // region in_short
    VirtualTime time = VirtualTime.create();
    Client crm =
        Client.of(HttpApi.named("crm").baseUrl("https://crm.example/v1").bearer("a-token").build())
            .options(Options.none().timeout(Duration.ofSeconds(10)).deadline(Duration.ofMinutes(1)))
            .transport(ScriptedProvider.on(time).answer(503, 503, 200)) // no network
            .runtime(VirtualRuntime.forCalls(time, () -> 0.5)) // and no time passes
            .build();

    var campaigns = crm.get("/campaigns", Object.class);

    System.out.println(campaigns.meta());
    // endregion
  }

  static void first() {
    // region first
    record Campaign(int id, String name) {}

    VirtualTime time = VirtualTime.create();
    ScriptedProvider script =
        ScriptedProvider.on(time)
            .answer(503)
            .answer(200, Map.of(), "{\"id\": 7, \"name\": \"Spring\"}");

    Client crm =
        Client.of(HttpApi.named("crm").baseUrl("https://crm.example/v1").bearer("a-token").build())
            .options(Options.none().timeout(Duration.ofSeconds(10)).deadline(Duration.ofMinutes(1)))
            // Without these two it calls the real provider, in real time.
            .transport(script)
            .runtime(VirtualRuntime.forCalls(time, () -> 0.5))
            .build();

    var campaign = crm.get("/campaigns/7", Campaign.class);

    System.out.println(campaign.value());
    System.out.println(campaign.meta());
    // endregion
  }

  static void lists() {
    // region lists
    record Campaign(int id, String name) {}

    Client crm =
        Client.of(
                MemoryApi.named("crm")
                    .pageSize(2)
                    .with(
                        "/campaigns",
                        List.of(
                            Map.of("id", 1, "name", "Spring", "active", true),
                            Map.of("id", 2, "name", "Summer", "active", true),
                            Map.of("id", 3, "name", "Autumn", "active", false),
                            Map.of("id", 4, "name", "Winter", "active", true)))
                    .build())
            .build();
    Operation active = Operation.get("/campaigns").with("active", true);

    var all = crm.listAll(active, Campaign.class);
    System.out.println(all.value() + " by " + all.meta().requests() + " requests");

    for (Page<Campaign> page : crm.walk(active, Campaign.class)) {
      System.out.println("page " + page.items() + ", next " + page.cursor());
    }

    // 9 is not there: it is left out.
    System.out.println(
        crm.getMany("/campaigns/{}", List.of("4", "9", "1"), Campaign.class).value());
    // endregion
  }

  static void raw() {
    // region raw
    VirtualTime time = VirtualTime.create();
    Client crm =
        client(ScriptedProvider.on(time).answer(200, Map.of(), "{\"seats\": [1, 2]}"), time)
            .build();

    System.out.println(crm.raw().get("/account").value());
    System.out.println(
        failure(() -> crm.raw().send("DELETE", "/account", null, Options.none())).message());
    // endregion
  }

  static void plugin() {
    // region plugin
    class ReadOnly implements Plugin {
      @Override
      public String name() {
        return "read-only";
      }

      @Override
      public Response wrap(Operation operation, Next next, CallInfo info) {
        if (operation.kind() == OperationKind.READ) {
          return next.proceed(operation);
        }
        throw new CallException(
            CallError.of(ErrorCode.INVALID, info.provider(), "Nothing is written from here")
                .permanent(true)
                .build());
      }
    }

    VirtualTime time = VirtualTime.create();
    ScriptedProvider script = ScriptedProvider.on(time).answer(200);
    Client crm = client(script, time).plugin(new ReadOnly()).build();

    crm.call(Operation.get("/campaigns"), Object.class);
    System.out.println(
        failure(() -> crm.call(Operation.write("POST", "/campaigns"), Object.class)));
    System.out.println(script.count() + " request");
    // endregion
  }

  static void adapter() {
    // region adapter
    HttpApi shop =
        HttpApi.named("shop")
            .baseUrl("https://shop.example/api")
            .headerKey("X-Api-Key", "a-key")
            .limits(RateLimit.perSecond(10), new RateLimit(5_000, Duration.ofHours(1)))
            .pages(new PageRule.Numbered("data.orders", "page", 1, 2))
            .alsoRetry(529)
            // This one answers 200 to everything, and says in the body what went wrong.
            .bodyRule((status, body) ->
                body instanceof Map<?, ?> map && "locked".equals(map.get("error"))
                    ? Optional.of(ErrorCode.PROVIDER)
                    : Optional.empty())
            .retryAfterAt("wait_ms", Duration.ofMillis(1))
            .build();

    VirtualTime time = VirtualTime.create();
    ScriptedProvider script =
        ScriptedProvider.on(time)
            .answer(529)
            .answer(200, Map.of(), "{\"error\": \"locked\", \"wait_ms\": 3000}")
            .answer(200, Map.of(), "{\"data\": {\"orders\": [501, 502]}}")
            .answer(200, Map.of(), "{\"data\": {\"orders\": [503]}}");
    Client client =
        Client.of(shop).transport(script).runtime(VirtualRuntime.forCalls(time, () -> 0.5)).build();

    System.out.println(client.listAll(Operation.get("/orders"), Integer.class).value());
    System.out.println("waited " + time.waits());
    script.requests().forEach(request -> System.out.println(request.uri()));
    // endregion
  }

  static void estimate() {
    // region estimate
    VirtualTime time = VirtualTime.create();
    HttpApi api =
        HttpApi.named("crm")
            .baseUrl("https://crm.example/v1")
            .limits(RateLimit.perMinute(1))
            .build();
    Client crm =
        Client.of(api)
            .transport(ScriptedProvider.on(time).answer(200))
            .runtime(VirtualRuntime.forCalls(time, () -> 0.5))
            .build();
    Operation read = Operation.get("/campaigns/{}", 7);

    System.out.println(crm.estimate(read));
    System.out.println(crm.call(read, Object.class).meta());
    System.out.println(crm.estimate(read, Options.none().maxRequests(2)));
    // endregion
  }
}
