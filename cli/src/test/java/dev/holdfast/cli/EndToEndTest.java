package dev.holdfast.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.holdfast.cli.provider.Behaviour;
import dev.holdfast.cli.provider.ExampleProvider;
import dev.holdfast.cli.provider.Phase;
import dev.holdfast.cli.provider.Received;
import dev.holdfast.delivery.Alert;
import dev.holdfast.delivery.DeliveryState;
import dev.holdfast.delivery.DeliveryView;
import dev.holdfast.delivery.Listings;
import dev.holdfast.delivery.OutageView;
import dev.holdfast.server.HoldfastServer;
import dev.holdfast.server.ServerConfig;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The whole path, on real sockets, a real file and real time. */
@Timeout(60)
class EndToEndTest {
  private static final long SECONDS = 20;

  @TempDir private Path folder;
  private Path config = Path.of("");

  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
  private final ExampleProvider provider =
      new ExampleProvider(
          List.of(Phase.of(Behaviour.OK)), Clock.systemUTC(), (time, task) -> {}, lines::add);
  private final BlockingQueue<Alert> alerts = new LinkedBlockingQueue<>();
  private final HttpClient client = HttpClient.newHttpClient();

  @SuppressWarnings("NullAway.Init") // Started before each test.
  private HoldfastServer server;

  @BeforeEach
  void start() throws Exception {
    provider.start(0);
    config =
        Files.writeString(
            folder.resolve("holdfast.yaml"),
            """
            listen: 127.0.0.1:0
            connections: { payments: { url: "http://127.0.0.1:%d/v1/", timeout: 500ms } }
            subscribers:
              record: { on: Paid, post: /payments, connection: payments, retry: { attempts: 100 } }
            backoff: { base: 20ms, max: 50ms, min: 10ms }
            breaker: { threshold: 5, pause: 150ms, maxPause: 300ms }
            engine: { runLimit: 5s, lease: 6s, poll: 20ms, tick: 50ms }
            """
                .formatted(provider.port()));
    startServer();
  }

  private void startServer() throws Exception {
    server = HoldfastServer.start(ServerConfig.read(config), alerts::add);
  }

  @AfterEach
  void stop() {
    provider.close();
    server.stop();
    client.shutdownNow();
  }

  private HttpResponse<String> emit(String payload) throws Exception {
    return client.send(
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + "/v1/events"))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString("{\"type\": \"Paid\", \"payload\": " + payload + "}"))
            .build(),
        BodyHandlers.ofString(UTF_8));
  }

  private List<DeliveryView> deliveries() {
    Listings listings = server.listings();
    return listings.deliveries(
        listings.holding(server.config().lanes()), Optional.empty(), 100, server.engine().now());
  }

  private List<DeliveryView> in(DeliveryState state) {
    return deliveries().stream().filter(each -> each.state() == state).toList();
  }

  /** Asks over and over; each time the provider is asked something is a reason to ask at once. */
  private void until(String what, BooleanSupplier holds) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
    while (!holds.getAsBoolean()) {
      assertThat(System.nanoTime())
          .as("waited for: " + what + ", of " + deliveries())
          .isLessThan(end);
      String unused = lines.poll(20, TimeUnit.MILLISECONDS);
    }
  }

  private void awaitLine(String part) throws InterruptedException {
    String line = "";
    while (!line.contains(part)) {
      line = lines.poll(SECONDS, TimeUnit.SECONDS);
      assertThat(line).as("a line with " + part).isNotNull();
    }
  }

  @Test
  void an_event_reaches_its_provider_byte_for_byte_under_its_deliverys_id() throws Exception {
    String payload = "{ \"n\": 12345678901234567890.10,\t\"name\" :\"Zoë \\u00e9 🚀\" }";

    assertThat(emit(payload).statusCode()).isEqualTo(201);
    until("delivered", () -> in(DeliveryState.SUCCEEDED).size() == 1);

    DeliveryView delivery = deliveries().getFirst();
    assertThat(delivery.attempts()).isEqualTo(1);
    assertThat(provider.received())
        .extracting(Received::method, Received::path, Received::key, Received::body)
        .containsExactly(tuple("POST", "/v1/payments", Optional.of(delivery.id()), payload));
  }

  @Test
  void an_outage_is_alerted_held_and_over_and_nothing_is_lost() throws Exception {
    provider.enter(Phase.of(Behaviour.FAIL));
    for (int i = 0; i < 12; i++) {
      emit("" + i);
    }

    Alert down = alerts.poll(SECONDS, TimeUnit.SECONDS);
    assertThat(down).isInstanceOf(Alert.ConnectionUnavailable.class);
    until("all held", () -> in(DeliveryState.HELD).size() >= 11);
    assertThat(in(DeliveryState.HELD))
        .allSatisfy(
            each -> assertThat(each.heldBy().orElseThrow().connection()).isEqualTo("payments"));
    CommandRun listed =
        CommandRun.of("deliveries", "--config", config.toString(), "--state", "held");
    assertThat(listed.out()).contains("held by payments for ", "unavailable 503");
    assertThat(CommandRun.of("breakers", "--config", config.toString()).out())
        .containsPattern("payments +(open|probing) +1[12] ");

    provider.enter(Phase.of(Behaviour.OK));
    until("all delivered", () -> in(DeliveryState.SUCCEEDED).size() == 12);

    Alert up = alerts.poll(SECONDS, TimeUnit.SECONDS);
    assertThat(up).isInstanceOf(Alert.ConnectionRecovered.class);
    assertThat(up).extracting(Alert::outage).isEqualTo(down == null ? -1 : down.outage());
    OutageView outage = server.listings().outages(10).getFirst();
    assertThat(outage.closedAt()).isPresent();
    assertThat(server.listings().outages(10)).hasSize(1);
    assertThat(provider.received().stream().filter(each -> each.answer() == Behaviour.OK))
        .extracting(Received::body)
        .containsExactlyInAnyOrder("0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11");
  }

  @Test
  void a_call_that_hangs_is_sent_again_under_the_same_key() throws Exception {
    provider.enter(Phase.of(Behaviour.HANG));
    emit("1");
    awaitLine("#2 no answer");

    provider.enter(Phase.of(Behaviour.OK));
    until("delivered", () -> in(DeliveryState.SUCCEEDED).size() == 1);

    assertThat(provider.received()).hasSizeGreaterThan(2);
    assertThat(provider.received())
        .extracting(each -> each.key().orElseThrow())
        .containsOnly(deliveries().getFirst().id());
  }

  @Test
  void a_server_begun_again_on_its_file_goes_on() throws Exception {
    provider.enter(Phase.of(Behaviour.REFUSE));
    for (int i = 0; i < 7; i++) {
      emit("" + i);
    }
    until("tried", () -> deliveries().stream().anyMatch(each -> each.attempts() > 0));
    server.stop();
    assertThat(CommandRun.of("emit", "--config", config.toString(), "Paid", "7").exitCode())
        .isZero();

    startServer();
    provider.enter(Phase.of(Behaviour.OK));

    until("all delivered", () -> in(DeliveryState.SUCCEEDED).size() == 8);
    assertThat(provider.received())
        .extracting(Received::body)
        .containsExactlyInAnyOrder("0", "1", "2", "3", "4", "5", "6", "7");
  }

  @Test
  void stopping_waits_for_what_is_on_its_way_and_claims_nothing_more() throws Exception {
    provider.enter(Phase.of(Behaviour.HANG));
    emit("1");
    awaitLine("#1 no answer");
    Thread stopping = Thread.ofVirtual().start(server::stop);
    until("no more is taken", () -> !isAnswering());
    // Beside the server, as another process would: it must be left for the next start.
    CommandRun beside = CommandRun.of("emit", "--config", config.toString(), "Paid", "2");
    assertThat(beside.exitCode()).isZero();

    assertThat(stopping.join(Duration.ofSeconds(SECONDS))).isTrue();

    assertThat(provider.received()).hasSize(1);
    assertThat(CommandRun.of("deliveries", "--config", config.toString(), "--json").out())
        .contains("\"state\":\"pending\"")
        .doesNotContain("\"state\":\"running\"", "\"state\":\"succeeded\"")
        .contains("\"kind\":\"unavailable\"");
    provider.enter(Phase.of(Behaviour.OK));
    startServer();
    until("all delivered", () -> in(DeliveryState.SUCCEEDED).size() == 2);
  }

  private boolean isAnswering() {
    try {
      URI page = URI.create("http://127.0.0.1:" + server.port() + "/");
      return client
              .send(
                  HttpRequest.newBuilder(page).timeout(Duration.ofSeconds(5)).build(),
                  BodyHandlers.discarding())
              .statusCode()
          == 200;
    } catch (IOException | IllegalArgumentException | InterruptedException e) {
      return false;
    }
  }
}
