package dev.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigYamlTest {
  @TempDir private Path folder;
  private ConfigFile file = new ConfigFile(Path.of(""));

  @BeforeEach
  void inFolder() {
    file = new ConfigFile(folder);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n\n", "# only a comment\n", "---\n", "---\n...\n", "\uFEFF"})
  void an_empty_file_is_refused(String yaml) {
    assertThat(file.mistakes(yaml))
        .isEqualTo("holdfast.yaml:1: the file must hold a configuration but was empty");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "store: x\\nlisten: [ | 3 | expected the node content, but found '<stream end>'",
        "a: b: c              | 1 | mapping values are not allowed here",
        "a:\\n\\tb: c         | 2 | found character '\\\\t(TAB)' that cannot start any token. (Do not use \\\\t(TAB) for indentation)",
        "a: *b                | 1 | found undefined alias b",
        "a: 'b                | 2 | found unexpected end of stream",
        "a: @b                | 1 | found character '@' that cannot start any token. (Do not use @ for indentation)",
        "%YAML 3.0\\n---\\na: b | 1 | Version{major=3, minor=0}",
      })
  void what_is_not_yaml_is_refused_with_its_line(String yaml, int line, String why) {
    assertThat(file.mistakes(yaml.replace("\\n", "\n").replace("\\t", "\t") + "\n"))
        .isEqualTo(
            "holdfast.yaml:"
                + line
                + ": the file must be YAML but was not: "
                + why.replace("\\\\", "\\"));
  }

  @Test
  void a_second_document_is_refused_where_it_begins() {
    assertThat(file.mistakes("store: jdbc:sqlite:a.db\n---\nstore: jdbc:sqlite:b.db\n"))
        .isEqualTo("holdfast.yaml:2: the file must be one YAML document but a second begins");
  }

  @Test
  void anchors_and_aliases_are_read() throws ConfigException {
    ServerConfig config =
        file.read(
            """
            breaker: &quick { pause: 1s, maxPause: 2s }
            connections:
              a: { url: &url "http://localhost:9000", breaker: *quick }
              b: { url: *url }
            """);

    assertThat(config.connections())
        .extracting(ServerConfig.ConnectionConfig::url)
        .containsExactly("http://localhost:9000", "http://localhost:9000");
  }

  @Test
  void an_alias_to_what_it_stands_in_ends() {
    assertThat(file.mistakes("connections: &a\n  b: *a\n"))
        .isEqualToNormalizingNewlines(
            "holdfast.yaml:2: connections.b.b is not known here; known are url, timeout, retries, breaker\n"
                + "holdfast.yaml:2: connections.b.url must be set, for example url:"
                + " \"https://api.example.com\"");
  }

  @Test
  void an_alias_bomb_costs_nothing() {
    StringBuilder yaml = new StringBuilder("a0: &a0 [x]\n");
    for (int i = 1; i < 100; i++) {
      yaml.append("a%d: &a%d [*a%d, *a%d]\n".formatted(i, i, i - 1, i - 1));
    }

    assertThat(file.mistakes(yaml.toString()))
        .isEqualTo(
            "holdfast.yaml:1: the file must be YAML but was not: Number of aliases for non-scalar"
                + " nodes exceeds the specified max=50");
  }

  @ParameterizedTest
  @ValueSource(strings = {"[", "{a: ", "- "})
  void what_nests_without_end_is_refused(String opening) {
    assertThat(file.mistakes("connections:\n " + opening.repeat(50_000)))
        .isEqualTo("holdfast.yaml:2: the file must not nest deeper than 20 levels");
  }

  @Test
  void a_file_has_a_quarter_of_a_mebibyte_at_most() throws Exception {
    String comment = "#".repeat(YamlText.BYTES_MAX - ConfigFile.CONNECTION.length());

    assertThat(file.read(ConfigFile.CONNECTION + comment).connections()).hasSize(1);
    assertThat(file.mistakes(ConfigFile.CONNECTION + comment + "#"))
        .isEqualTo("holdfast.yaml: the file must be at most 262144 bytes");
  }

  @Test
  void a_file_that_is_not_utf_8_is_refused() throws IOException {
    Files.write(file.path(), "store: ä".getBytes(StandardCharsets.ISO_8859_1));

    assertThatThrownBy(() -> ServerConfig.read(file.path()))
        .isInstanceOf(ConfigException.class)
        .hasMessage(file.path() + ": the file must be UTF-8 text");
  }

  @ParameterizedTest
  @ValueSource(strings = {"010", "\"10\"", "'10'", "!!str 10", "!!binary 10"})
  void numbers_are_read_as_they_are_written(String ten) throws ConfigException {
    assertThat(file.read("engine: { concurrency: " + ten + " }").engine().concurrency())
        .isEqualTo(10);
  }

  @Test
  void whatever_a_file_holds_it_is_read_or_refused() {
    String good =
        ConfigFile.CONNECTION
            + "subscribers:\n  s: { on: A, post: /a, connection: payments,"
            + " retry: { attempts: 2, within: 1d } }\nlisten: \"[::1]:80\"\nengine: &e\n  poll: 1s\n";
    String odd = ":{}[],&*#?|-<>=!%@`'\"\\\t\n \u0000\u0007\u0085\u2028\uFEFF~0aé\uD83D\uDE80";
    Random random = new Random(42);
    int refused = 0;
    for (int i = 0; i < 400; i++) {
      StringBuilder yaml = new StringBuilder(good);
      for (int changes = random.nextInt(4) + 1; changes > 0; changes--) {
        int at = random.nextInt(yaml.length());
        yaml.replace(
            at,
            at + random.nextInt(2),
            odd.substring(random.nextInt(odd.length() - 1)).substring(0, 1));
      }
      try {
        ServerConfig.read(file.write(yaml.toString().replaceAll("[\uD800-\uDFFF]", "x")));
      } catch (ConfigException e) {
        assertThat(e.getMessage()).startsWith(file.path() + ":");
        refused++;
      }
    }
    assertThat(refused).isBetween(40, 399);
  }
}
