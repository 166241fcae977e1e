package dev.holdfast.testing.plugins;

import static dev.holdfast.testing.plugins.Vendor.HOUR;
import static dev.holdfast.testing.plugins.Vendor.START;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.client.CallError;
import dev.holdfast.client.CallException;
import dev.holdfast.client.Client;
import dev.holdfast.client.MemoryApi;
import dev.holdfast.client.Operation;
import dev.holdfast.client.Plugin;
import dev.holdfast.client.plugins.Failover;
import dev.holdfast.client.plugins.MemoryStore;
import dev.holdfast.core.ErrorCode;
import dev.holdfast.testing.VirtualRuntime;
import dev.holdfast.testing.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** An outage told step by step, on a virtual clock. */
class FailoverStoryTest {
  private final VirtualTime time = new VirtualTime(START);
  private final List<String> told = new ArrayList<>();
  private boolean down;

  /** Fails as an outage does, after the retries. */
  private final Plugin outage =
      Plugs.plugin((operation, next, info) -> {
        if (down) {
          throw new CallException(
              CallError.of(ErrorCode.PROVIDER, info.provider(), "The vendor answered 503")
                  .status(503)
                  .build());
        }
        return next.proceed(operation);
      });

  private Client client(Failover failover) {
    return Client.of(
            MemoryApi.named("crm")
                .with(
                    "/campaigns",
                    List.of(
                        Map.of("id", "cmp_founders"), Map.of("id", "cmp_b"), Map.of("id", "cmp_c")))
                .with("/campaigns/cmp_founders/stats", List.of(Map.of("id", "all", "sent", 200)))
                .with("/senders", List.of(Map.of("id", "snd_a")))
                .build())
        .runtime(VirtualRuntime.forCalls(time, () -> 0.5))
        .workspace("agency")
        .plugin(failover)
        .plugin(outage)
        .build();
  }

  private void show(String label, Client client, String path) {
    try {
      var list = client.listAll(Operation.get(path), Map.class);
      told.add(
          "%s: %d records, stale %s, fetched %s"
              .formatted(label, list.value().size(), list.meta().stale(), list.meta().fetchedAt()));
    } catch (CallException e) {
      told.add(label + ": " + e.error());
    }
  }

  @Test
  void a_list_is_served_for_a_day_of_an_outage_and_no_mistake_is_covered() {
    Client client =
        client(Failover.in(MemoryStore.of(500, time)).maxAge(Duration.ofDays(1)).clock(time));

    show("vendor up", client, "/campaigns");
    down = true;
    time.advance(HOUR);
    show("down, 1 hour later", client, "/campaigns");
    show("a read never seen", client, "/senders");
    time.advance(HOUR.multipliedBy(24));
    show("down, 25 hours later", client, "/campaigns");
    down = false;
    CallError missing = Plugs.error(() -> client.get("/campaigns/cmp_missing", Map.class));

    assertThat(told)
        .containsExactly(
            "vendor up: 3 records, stale false, fetched 2026-11-14T12:00:00Z",
            "down, 1 hour later: 3 records, stale true, fetched 2026-11-14T12:00:00Z",
            "a read never seen: Provider: The vendor answered 503",
            "down, 25 hours later: Provider: The vendor answered 503");
    assertThat(missing.code()).isEqualTo(ErrorCode.NOT_FOUND);
  }

  @Test
  void stats_are_served_from_a_store_of_ones_own() {
    FakeStore store = new FakeStore();
    Client client = client(Failover.in(store));
    client.get("/campaigns", Map.class);
    client.get("/campaigns/cmp_founders/stats", Map.class);

    down = true;
    var stats = client.get("/campaigns/cmp_founders/stats", Stats.class);

    assertThat(store.entries.keySet())
        .hasSize(2)
        .allMatch(key -> key.startsWith("failover:holdfast:"));
    assertThat(stats.value()).isEqualTo(new Stats(List.of(new Row("all", 200))));
    assertThat(stats.meta().stale()).isTrue();
  }

  record Row(String id, int sent) {}

  record Stats(List<Row> items) {}
}
