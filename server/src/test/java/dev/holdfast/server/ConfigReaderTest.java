package dev.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.core.BreakerPolicy;
import dev.holdfast.core.DeliveryPolicy;
import dev.holdfast.core.FullJitter;
import dev.holdfast.core.RetryBudget;
import dev.holdfast.delivery.EngineOptions;
import dev.holdfast.delivery.Lane;
import dev.holdfast.server.ServerConfig.ConnectionConfig;
import dev.holdfast.server.ServerConfig.SubscriberConfig;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigReaderTest {
  @TempDir private Path folder;
  private ConfigFile file = new ConfigFile(Path.of(""));

  @BeforeEach
  void inFolder() {
    file = new ConfigFile(folder);
  }

  @Test
  void every_key_is_read() throws ConfigException {
    ServerConfig config =
        file.read(
            """
            listen: 127.0.0.1:8081
            store: jdbc:sqlite:data/events.db
            backoff: { base: 1s, max: 5s, min: 100ms }
            breaker: { threshold: 3, pause: 2s, maxPause: 8s }
            engine: { concurrency: 7, runLimit: 4s, lease: 6s, poll: 50ms, tick: 200ms }
            connections:
              payments:
                url: https://api.example.com/v2/
                timeout: 2s
                retries: 2
                breaker: { threshold: 9 }
              mail: { url: "http://localhost:9000" }
            subscribers:
              record_payment:
                on: PaymentReceived
                post: /payments?source=holdfast
                connection: payments
                retry: { attempts: 20, within: 3d }
                backoff: { max: 2s }
              tell.customer-1: { on: PaymentReceived, post: /mails, connection: mail }
            """);

    FullJitter backoff =
        new FullJitter(Duration.ofSeconds(1), Duration.ofSeconds(5), Duration.ofMillis(100));
    FullJitter nested =
        new FullJitter(Duration.ofSeconds(1), Duration.ofSeconds(2), Duration.ofMillis(100));
    BreakerPolicy breaker = new BreakerPolicy(3, Duration.ofSeconds(2), Duration.ofSeconds(8));
    assertThat(config)
        .isEqualTo(
            new ServerConfig(
                InetSocketAddress.createUnresolved("127.0.0.1", 8081),
                folder.resolve("data/events.db"),
                List.of(
                    new ConnectionConfig(
                        "payments",
                        "https://api.example.com/v2",
                        Duration.ofSeconds(2),
                        2,
                        new BreakerPolicy(9, Duration.ofSeconds(2), Duration.ofSeconds(8))),
                    new ConnectionConfig(
                        "mail", "http://localhost:9000", Duration.ofSeconds(30), 0, breaker)),
                List.of(
                    new SubscriberConfig(
                        "record_payment",
                        "PaymentReceived",
                        "/payments?source=holdfast",
                        "payments",
                        new DeliveryPolicy(new RetryBudget(20, Duration.ofDays(3)), nested)),
                    new SubscriberConfig(
                        "tell.customer-1",
                        "PaymentReceived",
                        "/mails",
                        "mail",
                        new DeliveryPolicy(RetryBudget.DEFAULT, backoff))),
                new EngineOptions(
                    7,
                    Duration.ofSeconds(4),
                    Duration.ofSeconds(6),
                    Duration.ofMillis(50),
                    Duration.ofMillis(200))));
    assertThat(config.lanes())
        .containsExactly(
            new Lane("record_payment", List.of("payments")),
            new Lane("tell.customer-1", List.of("mail")));
  }

  @Test
  void what_is_left_out_has_its_default() throws ConfigException {
    ServerConfig config = file.read(ConfigFile.CONNECTION);

    assertThat(config.listen()).isEqualTo(InetSocketAddress.createUnresolved("127.0.0.1", 8080));
    assertThat(config.sqliteFile()).isEqualTo(folder.resolve("holdfast.db"));
    assertThat(config.engine()).isEqualTo(EngineOptions.DEFAULT);
    assertThat(config.subscribers()).isEmpty();
    assertThat(config.connections())
        .containsExactly(
            new ConnectionConfig(
                "payments",
                "http://localhost:9000",
                Duration.ofSeconds(30),
                0,
                BreakerPolicy.DEFAULT));
  }

  @Test
  void the_example_is_a_good_file() throws ConfigException {
    ServerConfig config = ServerConfig.read(Path.of("../examples/payments/holdfast.yaml"));

    assertThat(config.subscribers())
        .extracting(SubscriberConfig::name)
        .containsExactly("record_payment");
  }

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1:0, 127.0.0.1, 0",
    "0.0.0.0:65535, 0.0.0.0, 65535",
    "localhost:80, localhost, 80",
    "'\"[::1]:8080\"', [::1], 8080",
  })
  void an_address_to_listen_on_is_a_host_and_a_port(String text, String host, int port)
      throws ConfigException {
    assertThat(file.read("listen: " + text).listen())
        .isEqualTo(InetSocketAddress.createUnresolved(host, port));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "8080",
        ":8080",
        "localhost",
        "localhost:",
        "localhost:65536",
        "localhost:99999999999",
        "localhost:-1",
        "::1:8080",
        "[::1]",
        "[localhost]:80",
        "127.0.0.1:80:80",
        "127.0.0.1:80/x",
      })
  void any_other_address_is_refused(String text) {
    assertThat(file.mistakes("\nlisten: \"" + text + "\""))
        .isEqualTo(
            "holdfast.yaml:2: listen must be an address and a port such as 127.0.0.1:8080 but was "
                + text);
  }

  @Test
  void a_relative_store_is_relative_to_the_file_and_an_absolute_one_is_not()
      throws ConfigException {
    assertThat(file.read("store: jdbc:sqlite:../a/./b.db").sqliteFile())
        .isEqualTo(folder.resolveSibling("a/b.db"));
    assertThat(file.read("store: jdbc:sqlite:/var/lib/b.db").sqliteFile())
        .isEqualTo(Path.of("/var/lib/b.db"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "holdfast.db",
        "jdbc:sqlite:",
        "jdbc:sqlite::memory:",
        "jdbc:sqlite:file:a.db",
        "jdbc:sqlite:a.db?cache=shared",
        "jdbc:mysql:a",
      })
  void any_other_store_is_refused(String url) {
    assertThat(file.mistakes("store: \"" + url + "\""))
        .isEqualTo(
            "holdfast.yaml:1: store must be jdbc:sqlite: and the path of a file but was " + url);
  }

  @Test
  void a_path_that_no_file_can_have_is_refused() {
    assertThat(file.mistakes("store: \"jdbc:sqlite:a\\0b\""))
        .isEqualTo(
            "holdfast.yaml:1: store must be jdbc:sqlite: and the path of a file but was"
                + " jdbc:sqlite:a\\u0000b");
  }

  @Test
  void a_pause_or_a_wait_alone_is_meant_as_it_stands() throws ConfigException {
    ConnectionConfig connection =
        file.read("breaker: { pause: 1h }\n" + ConfigFile.CONNECTION).connections().getFirst();
    assertThat(connection.breaker())
        .isEqualTo(new BreakerPolicy(5, Duration.ofHours(1), Duration.ofHours(1)));

    assertThat(backoff("{ max: 500ms }"))
        .isEqualTo(
            new FullJitter(Duration.ofMillis(500), Duration.ofMillis(500), Duration.ofMillis(500)));
    assertThat(backoff("{ base: 7h }"))
        .isEqualTo(new FullJitter(Duration.ofHours(7), Duration.ofHours(7), Duration.ofSeconds(1)));
    assertThat(backoff("{ min: 0s }"))
        .isEqualTo(new FullJitter(Duration.ofSeconds(30), Duration.ofHours(6), Duration.ZERO));
  }

  private FullJitter backoff(String yaml) throws ConfigException {
    ServerConfig config =
        file.read(
            ConfigFile.CONNECTION
                + "subscribers: { s: { on: A, post: /a, connection: payments, backoff: "
                + yaml
                + " } }");
    return (FullJitter) config.subscribers().getFirst().policy().backoff();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "base: 0s            | backoff.base must be between 1 ms and 30 d but was 0 s",
        "base: 31d           | backoff.base must be between 1 ms and 30 d but was 31 d",
        "base: 2s, max: 1s   | backoff.max must be between 2 s and 30 d but was 1 s",
        "max: 31d            | backoff.max must be between 1 ms and 30 d but was 31 d",
        "max: 5s, min: 6s    | backoff.min must be between 0 s and 5 s but was 6 s",
        "min: 7h             | backoff.min must be between 0 s and 6 h but was 7 h",
        "max: 0s             | backoff.max must be between 1 ms and 30 d but was 0 s",
      })
  void waits_that_contradict_each_other_are_refused(String backoff, String mistake) {
    assertThat(file.mistakes("\nbackoff: { " + backoff + " }"))
        .isEqualTo("holdfast.yaml:2: " + mistake);
  }

  @Test
  void what_is_not_a_file_of_text_is_refused() {
    assertThatThrownBy(() -> ServerConfig.read(file.path()))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            file.path()
                + ": there is no such file. Name one with --config, or begin with"
                + " examples/payments/holdfast.yaml");
    assertThatThrownBy(() -> ServerConfig.read(folder))
        .isInstanceOf(ConfigException.class)
        .hasMessage(folder + ": the file can't be read: Is a directory");
  }
}
