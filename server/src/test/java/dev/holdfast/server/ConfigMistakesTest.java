package dev.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigMistakesTest {
  private static final String SUBSCRIBER =
      ConfigFile.CONNECTION
          + """
          subscribers:
            record_payment:
              on: %s
              post: %s
              connection: %s
              retry: { %s }
          """;

  @TempDir private Path folder;
  private ConfigFile file = new ConfigFile(Path.of(""));

  @BeforeEach
  void inFolder() {
    file = new ConfigFile(folder);
  }

  private void assertMistake(int line, String mistake, String yaml) {
    assertThat(file.mistakes(yaml)).isEqualTo("holdfast.yaml:" + line + ": " + mistake);
  }

  @ParameterizedTest
  @CsvSource({
    "'attempts: 20, within: 45d', within must be between 1 s and 30 d but was 45 d",
    "within: 999ms, within must be between 1 s and 30 d but was 999 ms",
    "attempts: 0, attempts must be between 1 and 100 but was 0",
    "attempts: 101, attempts must be between 1 and 100 but was 101",
    "attempts: -1, attempts must be between 1 and 100 but was -1",
  })
  void a_budget_out_of_range_has_its_code_and_names_the_subscriber(String retry, String mistake) {
    assertMistake(
        7,
        "subscriber.retry_invalid: " + mistake + " (subscriber record_payment)",
        SUBSCRIBER.formatted("A", "/a", "payments", retry));
  }

  @ParameterizedTest
  @ValueSource(strings = {"attempts: 1", "attempts: 100", "within: 1s", "within: 30d", ""})
  void a_budget_at_its_limits_is_taken(String retry) throws ConfigException {
    assertThat(file.read(SUBSCRIBER.formatted("A", "/a", "payments", retry)).subscribers())
        .hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({
    "threshold, 0, must be between 1 and 1000 but was 0",
    "threshold, 1001, must be between 1 and 1000 but was 1001",
    "threshold, 5.0, must be a whole number of at most 9 digits but was 5.0",
    "threshold, 0x5, must be a whole number of at most 9 digits but was 0x5",
    "threshold, 1234567890, must be a whole number of at most 9 digits but was 1234567890",
    "threshold, yes, must be a whole number of at most 9 digits but was yes",
    "pause, 0s, must be between 1 ms and 1 d but was 0 s",
    "pause, 25h, must be between 1 ms and 1 d but was 25 h",
    "pause, 5, must be a duration such as 30s or 3d but was 5",
    "pause, 5 seconds, must be a duration such as 30s or 3d but was 5 seconds",
    "pause, -5s, must be a duration such as 30s or 3d but was -5s",
    "pause, 1.5s, must be a duration such as 30s or 3d but was 1.5s",
    "pause, [5s], must be a text but was a list",
    "pause, {}, must be a text but was a mapping",
    "pause, '', must be a text but was empty",
    "maxPause, 30s, must be between 1 m and 1 d but was 30 s",
  })
  void a_number_or_a_duration_that_is_none_or_out_of_range(String key, String value, String rule) {
    assertMistake(2, "breaker." + key + " " + rule, "breaker:\n  " + key + ": " + value + "\n");
  }

  @ParameterizedTest
  @CsvSource({
    "concurrency, 0, between 1 and 10000 but was 0",
    "concurrency, 10001, between 1 and 10000 but was 10001",
    "runLimit, 99ms, between 100 ms and 1 h but was 99 ms",
    "lease, 499ms, between 500 ms and 1 d but was 499 ms",
    "poll, 9ms, between 10 ms and 1 h but was 9 ms",
    "tick, 61m, between 10 ms and 1 h but was 61 m",
  })
  void an_engine_option_out_of_range(String key, String value, String rule) {
    assertMistake(
        2, "engine." + key + " must be " + rule, "engine:\n  " + key + ": " + value + "\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ftp://x         | must start with http:// or https:// but did not",
        "localhost:9000  | must start with http:// or https:// but did not",
        "http://         | must be written as URLs are but was not: Expected authority",
        "http://a b      | must be written as URLs are but was not: Illegal character in authority",
        "http://x?y=1    | must not have a query but had one",
        "'http://x#y'    | must not have a fragment but had one",
        "http://x:0      | must have a port between 1 and 65535 but had 0",
        "http://x:65536  | must have a port between 1 and 65535 but had 65536",
        "http://me:pw@x  | must not have user info but had some; credentials belong in a header",
      })
  void a_url_that_breaks_a_rule(String url, String rule) {
    assertMistake(
        3,
        "connections.payments.url " + rule,
        "connections:\n  payments:\n    url: \"" + url.replace("'", "") + "\"\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "connections: { a: { url: 'http://me:hunter2@host' } }",
        "connections: { a: { url: 'http://me:hunter2@host:x y' } }",
        "connections: { a: 'http://me:hunter2@host' }",
        "connections: 'http://me:hunter2@host'",
        "connections: { a: { url: 'http://host', timeout: 'http://me:hunter2@host' } }",
        "connections: { a: { url: 'http://host', retries: 'me:hunter2@host' } }",
        "store: 'jdbc:postgresql://host/db?password=hunter2'",
        "store: 'jdbc:oracle:thin:me/hunter2@host'",
        "listen: 'http://me:hunter2@host'",
        "'http://me:hunter2@host'",
        "subscribers: { a: { on: A, post: 'http://me:hunter2@host/x', connection: c } }",
        "subscribers: { a: { on: A, post: /x, connection: 'http://me:hunter2@host/x' } }",
      })
  void a_password_in_a_url_is_told_to_nobody(String yaml) {
    assertThat(file.mistakes(yaml)).startsWith("holdfast.yaml:1: ").doesNotContain("hunter2");
  }

  @ParameterizedTest
  @CsvSource({
    "payments, must start with one slash but did not",
    "//payments, must start with one slash but did not",
    "'\"/a#b\"', must not have a fragment",
    "/a b, must be written as URLs are but was not: Illegal character in path",
  })
  void a_path_that_breaks_a_rule(String path, String rule) {
    assertMistake(
        5,
        "subscribers.record_payment.post " + rule,
        SUBSCRIBER.formatted("A", path, "payments", ""));
  }

  @Test
  void an_event_type_that_no_event_can_have() throws ConfigException {
    String longest = "x".repeat(200);
    String rule =
        "subscribers.record_payment.on must be 1 to 200 characters, not blank and without"
            + " control characters";

    assertThat(file.read(SUBSCRIBER.formatted(longest, "/a", "payments", "")).subscribers())
        .hasSize(1);
    assertMistake(4, rule, SUBSCRIBER.formatted(longest + "x", "/a", "payments", ""));
    assertMistake(4, rule, SUBSCRIBER.formatted("\"\\e[2J\"", "/a", "payments", ""));
    assertMistake(4, rule, SUBSCRIBER.formatted("' '", "/a", "payments", ""));
  }

  @Test
  void a_connection_that_is_not_declared_is_named_with_those_that_are() {
    String connections =
        "connections: { c: { url: 'http://x' }, a: { url: 'http://x' }, b: { url: 'http://x' } }\n";
    String subscribers = "subscribers: { s: { on: A, post: /a, connection: d } }";

    assertMistake(
        2,
        "subscribers.s.connection must be one of the connections (c, a, b) but was d",
        connections + subscribers);
    assertMistake(
        1,
        "subscribers.s.connection must be one of the connections (there are none) but was d",
        subscribers);
  }

  @Test
  void what_must_be_set_is_missed_where_it_belongs() {
    assertThat(
            file.mistakes(
                """
                connections:
                  payments:
                    timeout: 2s
                subscribers:
                  record_payment:
                    retry: { attempts: 2 }
                """))
        .isEqualToNormalizingNewlines(
            """
            holdfast.yaml:2: connections.payments.url must be set, for example url: "https://api.example.com"
            holdfast.yaml:5: subscribers.record_payment.on must be set, for example on: PaymentReceived
            holdfast.yaml:5: subscribers.record_payment.post must be set, for example post: /payments
            holdfast.yaml:5: subscribers.record_payment.connection must be set, for example connection: payments\
            """
                .stripIndent());
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 11})
  void retries_of_a_connection_are_0_to_10(int retries) {
    assertMistake(
        1,
        "connections.a.retries must be between 0 and 10 but was " + retries,
        "connections: { a: { url: 'http://x', retries: %d } }".formatted(retries));
  }

  @Test
  void an_unknown_key_is_named_where_it_stands_with_the_known_ones() {
    assertThat(
            file.mistakes(
                """
                subscriberz:
                  a: {}
                connections:
                  a:
                    url: "http://x"
                    retry:
                      attempts: 2
                engine: { leases: 5s }
                """))
        .isEqualToNormalizingNewlines(
            """
            holdfast.yaml:1: subscriberz is not known here; known are listen, store, connections, subscribers, backoff, breaker, engine
            holdfast.yaml:6: connections.a.retry is not known here; known are url, timeout, retries, breaker
            holdfast.yaml:8: engine.leases is not known here; known are concurrency, runLimit, lease, poll, tick\
            """);
  }

  @ParameterizedTest
  @CsvSource({"'[]', a list", "text, text"})
  void another_thing_where_a_mapping_is_wanted(String value, String shown) {
    assertMistake(1, "the file must be a mapping but was " + shown, value);
    assertMistake(
        2, "connections must be a mapping but was " + shown, "\nconnections: " + value + "\n");
    assertMistake(
        2, "connections.a must be a mapping but was " + shown, "connections:\n  a: " + value);
    assertMistake(1, "engine must be a mapping but was " + shown, "engine: " + value);
  }

  @Test
  void a_key_given_twice() {
    assertMistake(
        3,
        "engine.poll must be given once but was given twice",
        "engine:\n  poll: 1s\n  poll: 2s\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1st", "_a", "a b", "a/b", "ä"})
  void a_name_that_breaks_the_rule(String name) {
    assertMistake(
        2,
        "the name of a connection must begin with a letter and have at most 64 letters, digits or"
            + " any of _ . - but was "
            + name,
        "connections:\n  " + name + ":\n    url: \"http://x\"\n");
  }

  @Test
  void a_name_has_64_characters_at_most() throws ConfigException {
    String longest = "a".repeat(64);

    assertThat(file.read("connections: { " + longest + ": { url: 'http://x' } }").connections())
        .hasSize(1);
    assertThat(file.mistakes("connections: { " + longest + "b: { url: 'http://x' } }"))
        .endsWith("but was " + longest + "b");
  }

  @Test
  void a_mistake_can_not_control_the_terminal() {
    assertThat(file.mistakes("\"\\e[2Ja\": \"\\e]0;x\\a\"\nlisten: \"\\e[31m\\n\\u202e\""))
        .doesNotContain("\u001b", "\u0007", "\u202e")
        .contains(
            "listen must be an address and a port such as 127.0.0.1:8080 but was \\u001b[31m\\n\\u202e");
  }

  @Test
  void each_value_out_of_its_range_is_told_and_all_in_the_order_of_their_lines() {
    String yaml =
        """
        engine:
          concurrency: 0
          lease: 1ms
          tick: 2h
        breaker:
          threshold: 0
          pause: 2d
        """;

    assertThat(file.mistakes(yaml).lines())
        .containsExactly(
            "holdfast.yaml:2: engine.concurrency must be between 1 and 10000 but was 0",
            "holdfast.yaml:3: engine.lease must be between 500 ms and 1 d but was 1 ms",
            "holdfast.yaml:4: engine.tick must be between 10 ms and 1 h but was 2 h",
            "holdfast.yaml:6: breaker.threshold must be between 1 and 1000 but was 0",
            "holdfast.yaml:7: breaker.pause must be between 1 ms and 1 d but was 2 d");
  }
}
