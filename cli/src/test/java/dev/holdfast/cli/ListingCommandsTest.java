package dev.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ListingCommandsTest {
  private static final String NEW_LINE = System.lineSeparator();
  private static final long NEVER = 32_503_680_000_000L;

  @TempDir private Path folder;
  private Path config = Path.of("");

  @BeforeEach
  void configure() throws IOException {
    config =
        Files.writeString(
            folder.resolve("holdfast.yaml"),
            """
            connections: { c: { url: "http://127.0.0.1:1" }, d: { url: "http://127.0.0.1:1" } }
            subscribers:
              s: { on: A, post: /a, connection: c }
              t: { on: B, post: /a, connection: d }
            """);
  }

  private CommandRun list(String command, String... arguments) {
    List<String> all = new ArrayList<>(List.of(command, "--config", config.toString()));
    all.addAll(List.of(arguments));
    return CommandRun.of(all.toArray(String[]::new));
  }

  private void change(String... statements) throws SQLException {
    try (Connection connection =
            DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("holdfast.db"));
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.executeUpdate(sql);
      }
    }
  }

  private void store() {
    assertThat(CommandRun.of("emit", "--config", config.toString(), "Nobody", "1").exitCode())
        .isZero();
  }

  private void delivery(String id, String type, String subscriber, String state, long dueAt)
      throws SQLException {
    change(
        "INSERT INTO holdfast_event (id, type, payload, emitted_at) VALUES ('e%s', '%s', x'31', 1000)"
            .formatted(id, type),
        """
        INSERT INTO holdfast_delivery (id, event_id, subscriber, state, due_at, started_at, attempts,
          held_ms, failure_kind, failure_code, failure_status)
        VALUES ('%1$s', 'e%1$s', '%2$s', '%3$s', %4$d, 1000, 3, 1500, 'unavailable', NULL, 503)
        """
            .formatted(id, subscriber, state, dueAt));
  }

  private void oneOfEachState() throws SQLException {
    store();
    change(
        "INSERT INTO holdfast_breaker (connection, period, state, opened_at, pause_ms, probe_at)"
            + " VALUES ('c', 1, 'open', 2000, 60000, "
            + NEVER
            + ")");
    delivery("d1", "A", "s", "pending", 3_000);
    delivery("d2", "A", "s", "pending", NEVER);
    delivery("d3", "B", "t", "pending", 3_000);
    for (String state : List.of("running", "parked", "succeeded", "failed", "cancelled")) {
      delivery("x-" + state, "B", "t", state, 3_000);
    }
  }

  @Test
  void deliveries_are_a_table_the_newest_first() throws Exception {
    oneOfEachState();

    CommandRun run = list("deliveries");

    assertThat(run.exitCode()).isZero();
    assertThat(run.err()).isEmpty();
    assertThat(run.out().replaceAll("\\d{5,} [smhd]", "N"))
        .isEqualToNormalizingNewlines(
            """
            DELIVERY     TYPE  SUBSCRIBER  STATE      ATTEMPTS  LAST FAILURE     NEXT
            x-succeeded  B     t           succeeded  3         unavailable 503  -
            x-running    B     t           running    3         unavailable 503  on its way
            x-parked     B     t           parked     3         unavailable 503  waits for a person
            x-failed     B     t           failed     3         unavailable 503  -
            x-cancelled  B     t           cancelled  3         unavailable 503  -
            d3           B     t           pending    3         unavailable 503  due now
            d2           A     s           pending    3         unavailable 503  due in N
            d1           A     s           held       3         unavailable 503  held by c for N
            """);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"pending", "running", "held", "parked", "succeeded", "failed", "cancelled"})
  void deliveries_of_one_state_are_those_and_no_others(String state) throws Exception {
    oneOfEachState();

    JsonNode json =
        JsonMapper.shared().readTree(list("deliveries", "--state", state, "--json").out());

    assertThat(json).hasSize(state.equals("pending") ? 2 : 1);
    assertThat(json).allMatch(each -> each.get("state").stringValue().equals(state));
  }

  @Test
  void deliveries_as_json_say_all_that_is_known() throws Exception {
    oneOfEachState();

    assertThat(list("deliveries", "--json", "--state", "held").out())
        .isEqualToNormalizingNewlines(
            "[{\"id\":\"d1\",\"event\":\"ed1\",\"type\":\"A\",\"subscriber\":\"s\",\"state\":\"held\","
                + "\"emittedAt\":\"1970-01-01T00:00:01Z\",\"dueAt\":\"1970-01-01T00:00:03Z\","
                + "\"attempts\":3,\"heldMs\":1500,"
                + "\"lastFailure\":{\"kind\":\"unavailable\",\"status\":503},"
                + "\"heldBy\":{\"connection\":\"c\",\"since\":\"1970-01-01T00:00:03Z\"}}]\n");
    assertThat(JsonMapper.shared().readTree(list("deliveries", "--json").out())).hasSize(8);
  }

  @Test
  void a_limit_is_between_1_and_100000() throws Exception {
    oneOfEachState();

    assertThat(list("deliveries", "--limit", "1").out().lines()).hasSize(2);
    assertThat(list("deliveries", "--limit", "100000").out().lines()).hasSize(9);
    for (String limit : List.of("0", "-1", "100001")) {
      assertThat(list("deliveries", "--limit", limit))
          .isEqualTo(
              new CommandRun(
                  2,
                  "",
                  "holdfast deliveries: --limit must be between 1 and 100000 but was "
                      + limit
                      + NEW_LINE
                      + "Try 'holdfast deliveries --help'."
                      + NEW_LINE));
    }
    assertThat(list("deliveries", "--limit", "many").exitCode()).isEqualTo(2);
  }

  @Test
  void a_state_that_is_none_is_refused_with_the_list() {
    assertThat(list("deliveries", "--state", "HELD"))
        .isEqualTo(
            new CommandRun(
                2,
                "",
                "holdfast deliveries: --state must be one of pending, running, held, parked,"
                    + " succeeded, failed, cancelled but was HELD"
                    + NEW_LINE
                    + "Try 'holdfast deliveries --help'."
                    + NEW_LINE));
  }

  @Test
  void a_delivery_whose_subscriber_was_renamed_says_why_it_waits() throws Exception {
    store();
    delivery("d1", "A", "renamed", "pending", 1);
    delivery("d2", "A", "renamed", "succeeded", 1);

    CommandRun list = list("deliveries");

    assertThat(list.out()).containsOnlyOnce("waits: no such subscriber is configured");
  }

  @Test
  void an_empty_store_says_so() {
    store();

    assertThat(list("deliveries")).isEqualTo(new CommandRun(0, "No deliveries." + NEW_LINE, ""));
    assertThat(list("deliveries", "--json")).isEqualTo(new CommandRun(0, "[]\n", ""));
    assertThat(list("breakers"))
        .isEqualTo(
            new CommandRun(
                0, "No connection has failed yet: every breaker is closed." + NEW_LINE, ""));
    assertThat(list("breakers", "--json")).isEqualTo(new CommandRun(0, "[]\n", ""));
  }

  @ParameterizedTest
  @ValueSource(strings = {"deliveries", "breakers"})
  void looking_makes_no_store(String command) {
    assertThat(list(command))
        .isEqualTo(
            new CommandRun(
                1,
                "",
                "there is no store yet at "
                    + folder.resolve("holdfast.db")
                    + ": start 'holdfast dev' or emit an event first"
                    + NEW_LINE));
    assertThat(folder).isDirectoryNotContaining("glob:**.db*");
  }

  @Test
  void breakers_are_a_table_and_json() throws Exception {
    oneOfEachState();
    change(
        "INSERT INTO holdfast_breaker (connection, period, state, run) VALUES ('d', 2, 'closed', 4)",
        "INSERT INTO holdfast_breaker (connection, period, state, opened_at, pause_ms, probe_at,"
            + " probe_delivery, probe_token) VALUES ('e', 1, 'probing', 2000, 60000, 2000, 'x', 7)");

    assertThat(list("breakers").out())
        .isEqualToNormalizingNewlines(
            """
            CONNECTION  STATE    HELD  NEXT
            c           open     1     a probe goes out at 00:00:00 UTC
            d           closed   0     deliveries run; the last 4 attempts found it unavailable
            e           probing  0     the probe is on its way
            """);
    assertThat(list("breakers", "--json").out())
        .isEqualTo(
            "[{\"connection\":\"c\",\"state\":\"open\",\"held\":1,"
                + "\"openedAt\":\"1970-01-01T00:00:02Z\",\"probeAt\":\"3000-01-01T00:00:00Z\"},\n"
                + " {\"connection\":\"d\",\"state\":\"closed\",\"held\":0,\"failuresInARow\":4},\n"
                + " {\"connection\":\"e\",\"state\":\"probing\",\"held\":0,"
                + "\"openedAt\":\"1970-01-01T00:00:02Z\",\"probe\":\"x\"}]\n");
  }

  @Test
  void what_another_program_wrote_can_not_control_the_terminal() throws Exception {
    store();
    delivery("d1", "\u001b[2J\u009b\u202e\nA", "\u001b]0;x\u0007", "failed", 3_000);

    assertThat(list("deliveries").out())
        .contains("\\u001b[2J\\u009b\\u202e\\nA", "\\u001b]0;x\\u0007")
        .doesNotContain("\u001b", "\u009b", "\u202e", "\u0007");
    assertThat(list("deliveries", "--json").out())
        .doesNotContain("\u001b", "\u009b", "\u202e", "\u0007");
  }
}
