package dev.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EmitCommandTest {
  private static final String NEW_LINE = System.lineSeparator();

  @TempDir private Path folder;
  private Path config = Path.of("");

  @BeforeEach
  void configure() throws IOException {
    config =
        Files.writeString(
            folder.resolve("holdfast.yaml"),
            """
            connections: { c: { url: "http://127.0.0.1:1" } }
            subscribers: { s: { on: Heard, post: /a, connection: c } }
            """);
  }

  private CommandRun emit(String... arguments) {
    return emitReading("", arguments);
  }

  private CommandRun emitReading(String standardInput, String... arguments) {
    List<String> all = new ArrayList<>(List.of("emit", "--config", config.toString()));
    all.addAll(List.of(arguments));
    return CommandRun.reading(standardInput, all.toArray(String[]::new));
  }

  private List<String> payloads() throws SQLException {
    List<String> found = new ArrayList<>();
    try (Connection connection =
            DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("holdfast.db"));
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT CAST(payload AS TEXT) FROM holdfast_event ORDER BY id")) {
      while (rows.next()) {
        found.add(rows.getString(1));
      }
    }
    return found;
  }

  private static String id(CommandRun emitted) {
    return emitted.out().replaceAll("(?s).*([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}).*", "$1");
  }

  @Test
  void an_event_is_kept_byte_for_byte_from_an_argument_and_from_standard_input() throws Exception {
    CommandRun argument = emit("Heard", "{ \"name\":\"Zoë\", \"n\": 1.0e5 }");
    CommandRun input = emitReading(" 12345678901234567890.10 \n", "Heard", "-");

    assertThat(argument)
        .isEqualTo(new CommandRun(0, "emitted " + id(argument) + " Heard" + NEW_LINE, ""));
    assertThat(input)
        .isEqualTo(new CommandRun(0, "emitted " + id(input) + " Heard" + NEW_LINE, ""));
    assertThat(payloads())
        .containsExactly("{ \"name\":\"Zoë\", \"n\": 1.0e5 }", "12345678901234567890.10");
  }

  @ParameterizedTest
  @ValueSource(strings = {"42", "-0.0", "\"＄\"", "\"\"", "true", "[ ]"})
  void the_space_around_a_payload_is_not_kept(String payload) throws Exception {
    for (String space : List.of("", " ", "\n", "\r\n", "\t \t")) {
      assertThat(emitReading(space + payload + space, "Heard", "-").err()).isEmpty();
    }

    assertThat(payloads()).hasSize(5).containsOnly(payload);
  }

  @Test
  void an_event_that_nobody_listens_to_is_kept_and_told() throws Exception {
    CommandRun run = emit("Unheard", "null");

    assertThat(run)
        .isEqualTo(
            new CommandRun(
                0,
                "emitted " + id(run) + " Unheard" + NEW_LINE,
                "nobody listens to Unheard: there is nothing to deliver" + NEW_LINE));
    assertThat(payloads()).containsExactly("null");
  }

  @Test
  void a_repeat_under_its_key_gives_the_first_and_another_event_is_refused() throws Exception {
    CommandRun first = emit("Heard", "1", "--key", "k");

    assertThat(emit("Heard", "1", "--key=k"))
        .isEqualTo(
            new CommandRun(
                0, "emitted before under this key: " + id(first) + " Heard" + NEW_LINE, ""));
    assertThat(emit("Heard", "2", "--key", "k"))
        .isEqualTo(
            new CommandRun(
                1,
                "",
                "another event was emitted under this key as "
                    + id(first)
                    + "; use a new key for a new event"
                    + NEW_LINE));
    assertThat(payloads()).containsExactly("1");
  }

  private void assertRefused(CommandRun run, String why) {
    assertThat(run)
        .isEqualTo(
            new CommandRun(
                2,
                "",
                "holdfast emit: " + why + NEW_LINE + "Try 'holdfast emit --help'." + NEW_LINE));
  }

  @Test
  void a_key_keeps_the_rule_that_the_intake_has() {
    String rule = "the key must be 1 to 255 visible ASCII characters, spaces only between others";

    assertThat(emit("Heard", "1", "--key", "k".repeat(255)).exitCode()).isZero();
    for (String bad : List.of("", " ", "k".repeat(256), "k\n", "ä")) {
      assertRefused(emit("Heard", "1", "--key", bad), rule);
    }
  }

  @Test
  void what_is_not_json_is_refused_without_repeating_it() {
    String where = "the payload must be one JSON value: what is at line 1, column ";

    assertRefused(emit("Heard", "{\"a\": hunter2}"), where + "7 breaks it");
    assertRefused(emit("Heard", "1 2"), "the body must end after its JSON value");
    assertRefused(emit("Heard", ""), "the payload must be a JSON value but was empty");
    assertRefused(emitReading("", "Heard", "-"), "the payload must be a JSON value but was empty");
    assertRefused(
        emit("Heard", "[".repeat(501)),
        "the payload must be one JSON value nested at most 500 deep, with numbers of at most 1000"
            + " and names of at most 50000 characters");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "a\u001b[2J", "a\u009b", "a\n"})
  void a_type_keeps_the_rule_that_the_intake_has(String type) {
    assertRefused(
        emit(type, "1"),
        "type must be 1 to 200 characters, not blank and without control characters");
  }

  @Test
  void a_payload_has_a_mebibyte_at_most() {
    String largest = "\"" + "x".repeat(1024 * 1024 - 2) + "\"";

    assertThat(emitReading(largest, "Heard", "-").exitCode()).isZero();
    assertRefused(
        emitReading(largest + " ", "Heard", "-"), "the payload must be at most 1048576 bytes");
  }

  @Test
  void an_argument_that_the_locale_has_garbled_is_refused_and_not_kept_garbled() {
    assertRefused(
        emit("Heard", "\"Zo\uFFFD\uFFFD\""),
        "JSON must be readable in this terminal's locale but holds a character that is not; set"
            + " LC_ALL=C.UTF-8, or give the payload on standard input with -");
    assertThat(emit("Zo\uFFFD", "1").exitCode()).isEqualTo(2);
    assertThat(emitReading("\"\uFFFD\"", "Heard", "-").exitCode()).isZero();
  }

  @Test
  void a_type_can_not_control_the_terminal() {
    CommandRun run = emit("A\u202eB", "1");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).endsWith(" A\\u202eB" + NEW_LINE);
    assertThat(run.err()).contains("nobody listens to A\\u202eB:");
  }

  @Test
  void a_payload_that_is_missing_is_refused() {
    assertThat(emit("Heard").exitCode()).isEqualTo(2);
    assertThat(emit("Heard").err()).contains("holdfast emit: Missing required parameter: 'JSON'");
  }
}
