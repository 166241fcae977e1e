package dev.holdfast.guide;

import static dev.holdfast.guide.SetUpSample.client;
import static dev.holdfast.guide.SetUpSample.failure;
import static java.util.Objects.requireNonNull;

import dev.holdfast.client.Client;
import dev.holdfast.client.Meta;
import dev.holdfast.client.Operation;
import dev.holdfast.client.Options;
import dev.holdfast.client.plugins.Alerts;
import dev.holdfast.client.plugins.AnswerStore;
import dev.holdfast.client.plugins.Audit;
import dev.holdfast.client.plugins.Budget;
import dev.holdfast.client.plugins.Cache;
import dev.holdfast.client.plugins.Failover;
import dev.holdfast.client.plugins.MemoryBudgets;
import dev.holdfast.client.plugins.MemoryStore;
import dev.holdfast.client.plugins.Outcome;
import dev.holdfast.client.plugins.Redact;
import dev.holdfast.client.plugins.StoredAnswer;
import dev.holdfast.client.transport.Headers;
import dev.holdfast.client.transport.Reply;
import dev.holdfast.client.transport.Transport;
import dev.holdfast.testing.ScriptedProvider;
import dev.holdfast.testing.VirtualTime;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** The samples of the pages about plugins. */
final class PluginsSample {
  private PluginsSample() {}

  // region vendor
  /** A vendor with three campaigns that is down while somebody says so. */
  record Vendor(AtomicBoolean down, VirtualTime time, ScriptedProvider script) {
    static Vendor create() {
      AtomicBoolean down = new AtomicBoolean();
      VirtualTime time = VirtualTime.create();
      return new Vendor(
          down, time, ScriptedProvider.on(time).then(request -> reply(down.get(), request)));
    }

    private static Reply reply(boolean down, Transport.Request request) {
      if (down) {
        return new Reply.Answer(503, Headers.NONE, new byte[0]);
      }
      boolean all = request.uri().getPath().endsWith("/campaigns");
      String body = "[\"Spring\", \"Summer\", \"Autumn\"]";
      return new Reply.Answer(all ? 200 : 404, Headers.NONE, body.getBytes(StandardCharsets.UTF_8));
    }
  }

  // endregion

  static void outage() {
    // region outage
    Vendor vendor = Vendor.create();
    Client crm =
        client(vendor.script(), vendor.time())
            .options(Options.none().retries(1))
            .plugin(Failover.in(MemoryStore.create()).maxAge(Duration.ofDays(1)))
            .build();

    show("vendor up", crm);

    vendor.down().set(true);
    vendor.time().advance(Duration.ofHours(1));
    show("down, an hour later", crm);
    System.out.println("never read: " + failure(() -> crm.get("/contacts", String[].class)));

    vendor.time().advance(Duration.ofHours(24));
    System.out.println("down, a day later: " + failure(() -> show("", crm)));

    vendor.down().set(false);
    System.out.println("a missing record: " + failure(() -> crm.get("/campaigns/9", Object.class)));
    // endregion
  }

  // region show
  static void show(String when, Client crm) {
    var campaigns = crm.get("/campaigns", String[].class);
    int count = requireNonNull(campaigns.value()).length;
    Meta meta = campaigns.meta();
    System.out.println(
        "%s: %d campaigns, stale %s, fetched %s, %d request(s)"
            .formatted(when, count, meta.stale(), meta.fetchedAt(), meta.requests()));
  }

  // endregion

  // region store
  /** Keeps answers as plain rows, as a file or a cache server would. */
  static final class Rows implements AnswerStore {
    private record Row(String json, String cursor, long fetchedAtMillis) {}

    private final Map<String, Row> rows = new ConcurrentHashMap<>();

    @Override
    public @Nullable StoredAnswer get(String key) {
      Row row = rows.get(key);
      return row == null
          ? null
          : new StoredAnswer(
              row.json().getBytes(StandardCharsets.UTF_8),
              row.cursor().isEmpty() ? Optional.empty() : Optional.of(row.cursor()),
              Instant.ofEpochMilli(row.fetchedAtMillis()));
    }

    @Override
    public void set(String key, StoredAnswer answer, Duration ttl) {
      rows.put(
          key,
          new Row(
              new String(answer.json(), StandardCharsets.UTF_8),
              answer.cursor().orElse(""),
              answer.fetchedAt().toEpochMilli()));
    }

    @Override
    public void delete(String key) {
      rows.remove(key);
    }
  }

  // endregion

  static void own_store() {
    // region own_store
    Vendor vendor = Vendor.create();
    Rows rows = new Rows();
    Client crm = client(vendor.script(), vendor.time()).plugin(Failover.in(rows)).build();

    crm.get("/campaigns", String[].class);
    System.out.println(rows.rows.keySet().iterator().next().substring(0, 18));

    vendor.down().set(true);
    System.out.println(crm.get("/campaigns", String[].class).meta().stale());
    // endregion
  }

  static void cache() {
    // region cache
    VirtualTime time = VirtualTime.create();
    ScriptedProvider script = ScriptedProvider.on(time).answer(200, Map.of(), "[1, 2]");
    Client crm =
        client(script, time)
            .plugin(Cache.in(MemoryStore.of(1_000, time), Duration.ofMinutes(1)))
            .build();
    Operation read = Operation.get("/campaigns").with("state", "active").with("limit", 10);
    Operation same = Operation.get("/campaigns").with("limit", 10.0).with("state", "active");

    System.out.println(crm.call(read, int[].class).meta());
    time.advance(Duration.ofSeconds(59));
    System.out.println(crm.call(same, int[].class).meta());
    time.advance(Duration.ofSeconds(1));
    System.out.println(crm.call(read, int[].class).meta());
    // endregion
  }

  static void budget() {
    // region budget
    VirtualTime time = VirtualTime.create();
    ScriptedProvider script = ScriptedProvider.on(time).answer(503, 503).answer(200);
    Budget aDay = Budget.of(4, Duration.ofDays(1), MemoryBudgets.create());
    Client crm = client(script, time).plugin(aDay).build();

    System.out.println(crm.get("/campaigns", Object.class).meta().requests() + " requests");
    System.out.println(aDay.left().orElseThrow() + " left");
    crm.get("/campaigns", Object.class);
    System.out.println(failure(() -> crm.get("/campaigns", Object.class)));

    aDay.reset();
    System.out.println(aDay.left().orElseThrow() + " left");
    // endregion
  }

  static void redact() {
    // region redact
    VirtualTime time = VirtualTime.create();
    String body =
        "{\"items\": [{\"id\": 1, \"phone\": \"+49 30 1234\", \"owner\": {\"token\": 7}}]}";
    Client crm =
        client(ScriptedProvider.on(time).answer(200, Map.of(), body), time)
            .plugin(Redact.fields("items[].phone", "**.token"))
            .build();

    System.out.println(crm.raw().get("/contacts").value());
    // endregion
  }

  static void audit() {
    // region audit
    VirtualTime time = VirtualTime.create();
    ScriptedProvider script = ScriptedProvider.on(time).answer(503).answer(200).answer(404);
    Client crm =
        client(script, time)
            .workspace("agency")
            .plugin(
                Audit.to(done ->
                    System.out.println(
                        "%s %s %s %s: %s, %d request(s), %d ms"
                            .formatted(
                                done.label(),
                                done.workspace(),
                                done.method(),
                                done.path(),
                                done.outcome().text(),
                                done.requests(),
                                done.duration().toMillis()))))
            .build();
    Options nightly = Options.none().label("nightly import");

    crm.get("/campaigns", Object.class, nightly);
    failure(() -> crm.call(Operation.write("DELETE", "/campaigns/{}", 7), Void.class, nightly));
    // endregion
  }

  static void alerts() {
    // region alerts
    Vendor vendor = Vendor.create();
    Client crm =
        client(vendor.script(), vendor.time())
            .plugin(
                Alerts.onOutcomes(
                    "old data",
                    Outcome::stale,
                    alert -> System.out.println(alert.name() + " from " + alert.operation())))
            .plugin(
                Alerts.onRecords(
                    "autumn",
                    record -> record instanceof List<?> list && list.contains("Autumn"),
                    alert ->
                        System.out.println(alert.name() + " is there, stale " + alert.stale())))
            .plugin(Failover.in(MemoryStore.create()))
            .build();

    crm.get("/campaigns", String[].class);
    vendor.down().set(true);
    crm.get("/campaigns", String[].class);
    // endregion
  }
}
