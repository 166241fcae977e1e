package dev.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.cli.provider.Behaviour;
import dev.holdfast.cli.provider.ExampleProvider;
import dev.holdfast.cli.provider.Phase;
import dev.holdfast.cli.provider.Received;
import dev.holdfast.delivery.DeliveryState;
import dev.holdfast.delivery.OutageView;
import dev.holdfast.delivery.Store;
import dev.holdfast.server.HoldfastServer;
import dev.holdfast.server.ServerConfig;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * 1,000 events while the provider refuses for 10 s and hangs for 10 s and the server is killed with
 * -9 three times: every acknowledged event arrives.
 */
class KilledServerIT {
  private static final int EVENTS = 1_000;
  private static final Pattern ALERT = Pattern.compile("ALERT outage (\\d+):.*");

  @TempDir private Path folder;
  private final HttpClient http = HttpClient.newHttpClient();
  private final List<Integer> acknowledged = new ArrayList<>();
  private final Set<Long> alerted = new HashSet<>();

  @Test
  void no_acknowledged_event_is_lost_and_every_outage_is_alerted() throws Exception {
    try (ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
        ExampleProvider provider = provider(timer)) {
      provider.start(0);
      Path config = config(provider.port());
      int intake = ServerConfig.read(config).listen().getPort();

      Launched server = start(config);
      for (int event = 0; event < EVENTS; event++) {
        // Within the refusal, within the hang, and while all is released.
        if (event == 300 || event == 600 || event == 999) {
          server.kill();
          noteAlerts(server);
          server = start(config);
        }
        emit(intake, event);
      }
      awaitDone(config);
      server.signal("INT");
      assertThat(server.exitCode()).as(server.output()).isZero();
      noteAlerts(server);

      assertThat(acknowledged).hasSize(EVENTS);
      assertArrived(provider.received());
      assertOutages(config);
    }
  }

  private static ExampleProvider provider(ScheduledExecutorService timer) {
    return new ExampleProvider(
        List.of(
            new Phase(Behaviour.OK, Optional.of(Duration.ofSeconds(4))),
            new Phase(Behaviour.REFUSE, Optional.of(Duration.ofSeconds(10))),
            new Phase(Behaviour.HANG, Optional.of(Duration.ofSeconds(10))),
            Phase.of(Behaviour.OK)),
        Clock.systemUTC(),
        (delay, task) -> {
          var unused = timer.schedule(task, delay.toMillis(), TimeUnit.MILLISECONDS);
        },
        line -> {});
  }

  private Path config(int providerPort) throws IOException {
    int listen;
    try (ServerSocket free = new ServerSocket(0)) {
      listen = free.getLocalPort();
    }
    return Files.writeString(
        folder.resolve("holdfast.yaml"),
        """
        listen: 127.0.0.1:%d
        store: jdbc:sqlite:killed.db
        connections:
          payments: { url: "http://127.0.0.1:%d", timeout: 1s }
        subscribers:
          record_payment: { on: Paid, post: /payments, connection: payments,
            retry: { attempts: 20, within: 1h } }
        backoff: { base: 500ms, max: 2s, min: 1s }
        breaker: { threshold: 5, pause: 1s, maxPause: 3s }
        engine: { lease: 3s, runLimit: 5s, poll: 200ms, tick: 500ms }
        """
            .formatted(listen, providerPort));
  }

  private static Launched start(Path config) throws IOException {
    Launched server = Launched.start("dev", config.toString());
    server.awaitLine("Ctrl-C drains");
    return server;
  }

  /** Emits until it is acknowledged; the key makes a repeat after a kill harmless. */
  private void emit(int port, int event) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/v1/events"))
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", "event-" + event)
            .POST(
                HttpRequest.BodyPublishers.ofString(
                    "{\"type\": \"Paid\", \"payload\": {\"id\": " + event + "}}"))
            .build();
    Launched.waitUntil(
        "event " + event + " to be acknowledged",
        Duration.ofSeconds(30),
        () -> {
          try {
            int status = http.send(request, BodyHandlers.discarding()).statusCode();
            return status == 200 || status == 201;
          } catch (IOException e) {
            return false;
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
          }
        });
    acknowledged.add(event);
    // A steady stream, so that events come in through every phase of the provider.
    LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
  }

  private void noteAlerts(Launched server) {
    server
        .lines()
        .map(ALERT::matcher)
        .filter(Matcher::matches)
        .forEach(alert -> alerted.add(Long.parseLong(alert.group(1))));
  }

  private static void awaitDone(Path config) throws Exception {
    ServerConfig read = ServerConfig.read(config);
    try (Store store = HoldfastServer.openStore(read)) {
      Launched.waitUntil(
          "all deliveries to succeed",
          Duration.ofSeconds(90),
          () -> counts(store, read).getOrDefault(DeliveryState.SUCCEEDED, 0L) == EVENTS);
      Map<DeliveryState, Long> counts = counts(store, read);
      assertThat(counts.get(DeliveryState.FAILED)).isZero();
      assertThat(counts.get(DeliveryState.PARKED)).isZero();
      Launched.waitUntil(
          "every outage to be closed and alerted",
          Duration.ofSeconds(30),
          () ->
              store.listings().outages(1_000).stream()
                  .allMatch(o -> o.closedAt().isPresent() && o.alertedAt().isPresent()));
    }
  }

  private static Map<DeliveryState, Long> counts(Store store, ServerConfig config) {
    return store.listings().counts(store.listings().holding(config.lanes()), store.now());
  }

  private static void assertArrived(List<Received> received) {
    Map<String, Set<String>> keysByBody = new HashMap<>();
    Set<String> answered = new HashSet<>();
    for (Received each : received) {
      keysByBody
          .computeIfAbsent(each.body(), body -> new HashSet<>())
          .add(each.key().orElse("none"));
      if (each.answer() == Behaviour.OK) {
        answered.add(each.body());
      }
    }
    assertThat(answered).hasSize(EVENTS);
    assertThat(keysByBody.values()).as("repeats carry the same key").allMatch(k -> k.size() == 1);
    assertThat(keysByBody.values().stream().flatMap(Set::stream).collect(Collectors.toSet()))
        .as("no two deliveries share a key")
        .hasSize(EVENTS);
  }

  private void assertOutages(Path config) throws Exception {
    try (Store store = HoldfastServer.openStore(ServerConfig.read(config))) {
      List<OutageView> outages = store.listings().outages(1_000);
      assertThat(outages).isNotEmpty().extracting(OutageView::id).doesNotHaveDuplicates();
      assertThat(outages).extracting(OutageView::openedAt).doesNotHaveDuplicates();
      assertThat(alerted)
          .isEqualTo(outages.stream().map(OutageView::id).collect(Collectors.toSet()));
    }
  }
}
