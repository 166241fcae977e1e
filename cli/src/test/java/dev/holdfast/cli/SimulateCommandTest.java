package dev.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;

class SimulateCommandTest {
  private static final Path ROOT = Path.of("..");
  private static final Path CONFORMANCE = ROOT.resolve("conformance/retry-schedule.json");
  private static final Path EXAMPLE = ROOT.resolve("examples/simulate");
  private static final String OPTIONS =
      "'baseDelay': 100, 'maxDelay': 1000, 'maxAttempts': 5, 'jitter': [0.5, 0.5]";

  private record Run(int exitCode, String out, String err) {}

  private static Run run(byte[] standardInput, String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int exitCode =
        new CommandLine(new SimulateCommand(new ByteArrayInputStream(standardInput)))
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .execute(arguments);
    return new Run(exitCode, out.toString(), err.toString());
  }

  private static Run runJson(String json) {
    return run(json.getBytes(StandardCharsets.UTF_8), "-");
  }

  private static Run runOne(String outcomes, String options) {
    return runJson(
        "{'outcomes': [%s], 'options': {%s}}".formatted(outcomes, options).replace('\'', '"'));
  }

  private static void assertRefused(Run run, String message) {
    assertThat(run.err()).isEqualTo("holdfast simulate: standard input: " + message + "\n");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
  }

  @Test
  void answers_every_case_of_the_conformance_file_with_nothing_but_what_is_expected() {
    ArrayNode expected = JsonMapper.shared().createArrayNode();
    for (JsonNode each : JsonMapper.shared().readTree(CONFORMANCE).get("cases")) {
      expected.add(each.get("expected"));
    }

    Run run = run(new byte[0], CONFORMANCE.toString());

    assertThat(run.exitCode()).isZero();
    assertThat(run.err()).isEmpty();
    assertThat(JsonMapper.shared().readTree(run.out())).isEqualTo(expected).hasSize(228);
  }

  @Test
  void prints_one_object_for_one_simulation() {
    assertThat(runOne("{'code': 'ECONNRESET', 'ms': 30}", OPTIONS))
        .isEqualTo(
            new Run(
                0,
                "{\"outcome\":\"success\",\"attempts\":["
                    + "{\"attempt\":1,\"at\":0,\"result\":\"ECONNRESET\"},"
                    + "{\"attempt\":2,\"at\":80,\"result\":\"HTTP 200\"}],\"waits\":[50]}\n",
                ""));
  }

  @Test
  void prints_an_array_for_a_list_be_it_empty() {
    assertThat(runJson("{\"note\": 1, \"cases\": []}").out()).isEqualTo("[]\n");
    assertThat(
            runJson(
                    "{\"cases\": [{\"outcomes\": [], \"options\": {%s}}]}"
                        .formatted(OPTIONS.replace('\'', '"')))
                .out())
        .isEqualTo(
            "[{\"outcome\":\"success\",\"attempts\":"
                + "[{\"attempt\":1,\"at\":0,\"result\":\"HTTP 200\"}],\"waits\":[]}]\n");
  }

  @Test
  void the_example_prints_what_stands_beside_it() throws IOException {
    String file = EXAMPLE.resolve("schedule.json").toString();

    assertThat(run(new byte[0], file).out())
        .isEqualTo(Files.readString(EXAMPLE.resolve("schedule.output.json")));
    assertThat(run(new byte[0], file, "--table").out())
        .isEqualTo(Files.readString(EXAMPLE.resolve("schedule.output.txt")));
  }

  @Test
  void a_single_simulation_has_a_table_without_a_place() {
    String json = "{\"outcomes\": [], \"options\": {%s}}".formatted(OPTIONS.replace('\'', '"'));

    assertThat(run(json.getBytes(StandardCharsets.UTF_8), "-", "--table").out())
        .isEqualTo(
            """
            success after 1 attempt
              attempt    waited ms        at ms  result
                    1                         0  HTTP 200
            """);
  }

  @Test
  void the_help_shows_an_example_that_is_true() {
    Run help = run(new byte[0], "--help");
    String command = help.out().substring(help.out().indexOf("echo '") + 6);
    String printed =
        command.substring(command.indexOf("simulate -") + 10, command.indexOf("A file that is"));

    assertThat(help.exitCode()).isZero();
    assertThat(runJson(command.substring(0, command.indexOf('\''))).out().strip())
        .isEqualTo(printed.replaceAll("\\n *", "").strip());
  }

  @Test
  void a_name_a_note_and_what_is_expected_are_passed_over() {
    assertThat(
            runJson(
                    "{\"name\": [], \"note\": {}, \"expected\": 7, \"outcomes\": [], \"options\": {%s}}"
                        .formatted(OPTIONS.replace('\'', '"')))
                .exitCode())
        .isZero();
  }

  @Test
  void letters_beyond_ascii_are_escaped() {
    assertThat(runOne("{'code': 'ÜBEL'}", OPTIONS).out()).contains("\"result\":\"\\u00DCBEL\"");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{}                              | outcomes[0] must have either a code or a status but was {}",
        "{'code': 'EPIPE', 'status': 200}| outcomes[0] must have either a code or a status but was {'code':'EPIPE','status':200}",
        "7                               | outcomes[0] must be an object but was 7",
        "{'code': 5}                     | outcomes[0].code must be a string but was 5",
        "{'code': null}                  | outcomes[0].code must be a string but was null",
        "{'code': ''}                    | outcomes[0].code must not be blank but was ''",
        "{'code': 'EPIPE', 'retryAfter': 1} | outcomes[0].retryAfter must come with a status and not with a code but was 1",
        "{'status': '200'}               | outcomes[0].status must be a whole number up to 2147483647 but was '200'",
        "{'status': 200.5}               | outcomes[0].status must be a whole number up to 2147483647 but was 200.5",
        "{'status': 99}                  | outcomes[0].status must be between 100 and 999 but was 99",
        "{'status': 1000}                | outcomes[0].status must be between 100 and 999 but was 1000",
        "{'status': 200, 'ms': 1.5}      | outcomes[0].ms must be a whole number of milliseconds up to 9223372036854775807 but was 1.5",
        "{'status': 200, 'ms': 1.0}      | outcomes[0].ms must be a whole number of milliseconds up to 9223372036854775807 but was 1.0",
        "{'status': 200, 'ms': '5'}      | outcomes[0].ms must be a whole number of milliseconds up to 9223372036854775807 but was '5'",
        "{'status': 200, 'ms': null}     | outcomes[0].ms must be a whole number of milliseconds up to 9223372036854775807 but was null",
        "{'status': 200, 'ms': 9223372036854775808} | outcomes[0].ms must be a whole number of milliseconds up to 9223372036854775807 but was 9223372036854775808",
        "{'status': 200, 'ms': -1}       | outcomes[0].ms must not be negative but was -1",
        "{'status': 503, 'retryAfter': -0.5} | outcomes[0].retryAfter must not be negative but was -0.5",
        "{'status': 503, 'retryAfter': '5'} | outcomes[0].retryAfter must be a number of seconds or an HTTP date but was '5'",
        "{'status': 200, 'retryAfter': 'soon'} | outcomes[0].retryAfter must be a number of seconds or an HTTP date but was 'soon'",
        "{'status': 503, 'retryAfter': null} | outcomes[0].retryAfter must be a number of seconds or an HTTP date but was null",
        "{'status': 503, 'retryAfter': 'Wed, 21 Oct 2015 07:28:00 GMT'} | options.startTime must be given for the date in the answer to attempt 1 but was missing",
        "{'status': 200, 'after': 1}     | outcomes[0] must have only the keys code, status, retryAfter, ms but has after",
        "{'status': 200},{'status': 0}   | outcomes[1].status must be between 100 and 999 but was 0",
        "{'status': 503},{'status': 503},{'status': 503} | options.jitter[2] must be given for the wait after attempt 3 but was missing",
      })
  void an_outcome_is_refused_by_its_place(String outcomes, String message) {
    assertRefused(runOne(outcomes, OPTIONS), message.replace('\'', '"'));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'maxDelay': 1, 'maxAttempts': 1, 'jitter': [] | options.baseDelay must be a whole number of milliseconds up to 9223372036854775807 but was missing",
        "'baseDelay': 1, 'maxAttempts': 1, 'jitter': [] | options.maxDelay must be a whole number of milliseconds up to 9223372036854775807 but was missing",
        "'baseDelay': 1, 'maxDelay': 1, 'jitter': [] | options.maxAttempts must be a whole number up to 2147483647 but was missing",
        "'baseDelay': 1, 'maxDelay': 1, 'maxAttempts': 1 | options.jitter must be an array but was missing",
        "'baseDelay': -1, 'maxDelay': 1, 'maxAttempts': 1, 'jitter': [] | options.baseDelay must not be negative but was -1",
        "'baseDelay': 1, 'maxDelay': true, 'maxAttempts': 1, 'jitter': [] | options.maxDelay must be a whole number of milliseconds up to 9223372036854775807 but was true",
        "'baseDelay': 1, 'maxDelay': 1, 'maxAttempts': 0, 'jitter': [] | options.maxAttempts must be at least 1 but was 0",
        "'baseDelay': 1, 'maxDelay': 1, 'maxAttempts': 2147483648, 'jitter': [] | options.maxAttempts must be a whole number up to 2147483647 but was 2147483648",
        "'baseDelay': 1, 'maxDelay': 1, 'maxAttempts': 1, 'jitter': 0.5 | options.jitter must be an array but was 0.5",
        "'baseDelay': 1, 'maxDelay': 1, 'maxAttempts': 1, 'jitter': [0, '0.5'] | options.jitter[1] must be a number but was '0.5'",
        "'baseDelay': 1, 'maxDelay': 1, 'maxAttempts': 1, 'jitter': [0, 1] | options.jitter[1] must be at least 0 and less than 1 but was 1.0",
      })
  void an_option_is_refused_by_its_place(String options, String message) {
    assertRefused(runOne("", options), message.replace('\'', '"'));
  }

  @ParameterizedTest
  @ValueSource(strings = {"timeout", "deadline", "startTime"})
  void an_optional_time_is_strict_where_it_is_given(String name) {
    assertThat(runOne("", OPTIONS + ", '" + name + "': 0").exitCode()).isZero();
    assertRefused(
        runOne("", OPTIONS + ", '" + name + "': -1"),
        "options." + name + " must not be negative but was -1");
    assertRefused(
        runOne("", OPTIONS + ", '" + name + "': null"),
        "options."
            + name
            + " must be a whole number of milliseconds up to 9223372036854775807 but was null");
  }

  @Test
  void an_unknown_option_is_refused_with_the_known_ones() {
    assertRefused(
        runOne("", OPTIONS + ", 'Timeout': 5"),
        "options must have only the keys baseDelay, maxDelay, maxAttempts, jitter, timeout,"
            + " deadline, startTime but has Timeout");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "[]                             | the whole must be an object but was []",
        "{}                             | options must be an object but was missing",
        "{'options': {%s}}              | outcomes must be an array but was missing",
        "{'outcomes': [], 'options': {%s}, 'seed': 1} | the whole must have only the keys outcomes, options, name, note, expected but has seed",
        "{'cases': [], 'outcomes': []}  | the whole must have only the keys cases, name, note, expected but has outcomes",
        "{'cases': {}}                  | cases must be an array but was {}",
        "{'cases': [{'outcomes': [], 'options': {%s}}, 7]} | cases[1] must be an object but was 7",
        "{'cases': [{'outcomes': [{'status': 503}], 'options': {'baseDelay': 1, 'maxDelay': 1, 'maxAttempts': 2, 'jitter': []}}]} | cases[0].options.jitter[0] must be given for the wait after attempt 1 but was missing",
        "{'cases': [{'outcomes': [], 'options': {%s}}, {'outcomes': [], 'options': {'baseDelay': 1, 'maxDelay': 1, 'maxAttempts': 2, 'jitter': [0, 0, 2]}}]} | cases[1].options.jitter[2] must be at least 0 and less than 1 but was 2.0",
      })
  void a_file_of_another_shape_is_refused(String json, String message) {
    assertRefused(
        runJson(json.replace("%s", OPTIONS).replace('\'', '"')), message.replace('\'', '"'));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'outcomes': [}        | 15 | Unexpected close marker '}': expected ']'",
        "{'outcomes': NaN}      | 17 | Non-standard token 'NaN'",
        "{'outcomes': []        | 16 | Unexpected end-of-input: expected close marker for Object",
        "{'a': 1, 'a': 2}       | 13 | Duplicate Object property \"a\"",
        "{'a': 'b               | 9  | Unexpected end-of-input in VALUE_STRING",
        "{'a': 01}              | 8  | Invalid numeric value: Leading zeroes not allowed",
        "{'a': 1,}              | 9  | Unexpected character ('}' (code 125)): was expecting double-quote to start property name",
        "// x                   | 1  | Unexpected character ('/' (code 47)): maybe a (non-standard) comment?",
        "{'a': 1} x             | 10 | Unrecognized token 'x': was expecting (JSON String, Number, Array, Object or token 'null', 'true' or 'false')",
      })
  void broken_json_is_refused_by_line_and_column(String json, int column, String reason) {
    assertRefused(
        runJson(json.replace('\'', '"')),
        "line 1, column " + column + " must be valid JSON but was not: " + reason);
  }

  @Test
  void json_past_the_limits_of_the_parser_is_refused_by_line_and_column() {
    assertRefused(
        runJson("[".repeat(501)),
        "line 1, column 502 must be valid JSON but was not:"
            + " Document nesting depth (501) exceeds the maximum allowed (500)");
    assertRefused(
        runJson("[\n" + "1".repeat(1_001) + "]"),
        "line 2, column 1002 must be valid JSON but was not:"
            + " Number value length (1001) exceeds the maximum allowed (1000)");
  }

  @Test
  void json_after_the_json_is_refused_by_line_and_column() {
    assertRefused(runJson("{}\n {}"), "line 2, column 2 must be the end but was more JSON");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " \n "})
  void an_empty_file_is_refused(String nothing) {
    assertRefused(runJson(nothing), "must hold JSON but was empty");
  }

  @Test
  void a_missing_file_and_a_directory_are_refused(@TempDir Path folder) {
    Path missing = folder.resolve("none.json");

    assertThat(run(new byte[0], missing.toString()))
        .isEqualTo(
            new Run(2, "", "holdfast simulate: " + missing + ": must be a file but was missing\n"));
    assertThat(run(new byte[0], "a\0\nb").err())
        .isEqualTo("holdfast simulate: a b: must be a file but was missing\n");
    assertThat(run(new byte[0], folder.toString()))
        .isEqualTo(
            new Run(
                2, "", "holdfast simulate: " + folder + ": must be a file but was a directory\n"));
  }

  @Test
  void a_refusal_is_one_short_line_whatever_the_file_holds() {
    assertRefused(
        runOne("", OPTIONS + ", 'a\\nb': 5"),
        "options must have only the keys baseDelay, maxDelay, maxAttempts, jitter, timeout,"
            + " deadline, startTime but has a b");
    assertRefused(
        runOne("'%s'".formatted("x".repeat(200)), OPTIONS),
        "outcomes[0] must be an object but was \"" + "x".repeat(79) + "…");
  }

  @Test
  void numbers_of_a_billion_digits_cost_nothing() {
    assertThat(runOne("{'status': 503, 'retryAfter': 1e1000000000}", OPTIONS).out())
        .contains("\"waits\":[9223372036854775807]");
    assertThat(runOne("{'status': 503, 'retryAfter': 1e-1000000000}", OPTIONS).out())
        .contains("\"waits\":[1]");
    assertThat(runOne("{'status': 503, 'ms': 1e1000000000}", OPTIONS).exitCode()).isEqualTo(2);
  }
}
