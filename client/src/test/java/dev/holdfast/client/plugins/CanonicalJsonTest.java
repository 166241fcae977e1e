package dev.holdfast.client.plugins;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CanonicalJsonTest {
  private static Optional<String> form(String json) {
    return CanonicalJson.of(json.getBytes(UTF_8));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"a\":1,\"b\":[2]}   | { \"b\" : [ 2 ] , \"a\" : 1 }",
        "{\"a\":{\"x\":1,\"y\":2}} | {\"a\":{\"y\":2,\"x\":1}}",
        "\"a/b\"              | \"\\u0061\\/b\"",
        "\"\u00fc\"           | \"\\u00FC\"",
        "1                    | 1.0",
        "1                    | 1e0",
        "1                    | 0.1E+1",
        "1000                 | 1e3",
        "-0.5                 | -5e-1",
        "0                    | -0.0e99",
        "120                  | 12e1",
        "1e9999999999         | 10E+9999999998",
      })
  void texts_that_say_the_same_have_one_form(String one, String other) {
    assertThat(form(one)).isPresent().isEqualTo(form(other));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "1                    | 10",
        "1                    | -1",
        "1                    | \"1\"",
        "0.1                  | 0.10000000000000000001",
        "9007199254740993     | 9007199254740992",
        "[1,2]                | [2,1]",
        "[1,2]                | [12]",
        "[1,23]               | [12,3]",
        "[[1],2]              | [[1,2]]",
        "[]                   | {}",
        "[]                   | [null]",
        "null                 | \"null\"",
        "true                 | false",
        "{\"a\":1}            | {\"A\":1}",
        "{\"a\":\"b\"}        | {\"ab\":\"\"}",
        "[\"a\",\"b\"]        | [\"a1\\\"b\"]",
        "\"\\ud800\"          | \"?\"",
        "\"\\ud800\"          | \"\\ud801\"",
        "{\"a\":1,\"a\":2}    | {\"a\":2,\"a\":1}",
      })
  void texts_that_say_something_else_differ(String one, String other) {
    assertThat(form(one)).isPresent();
    assertThat(form(other)).isPresent();
    assertThat(form(one)).isNotEqualTo(form(other));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "{",
        "[1",
        "[1,]",
        "{\"a\"}",
        "{\"a\":}",
        "{\"a\":1,}",
        "{a:1}",
        "01",
        "1.",
        ".5",
        "+1",
        "--1",
        "1e",
        "tru",
        "nul",
        "\"",
        "\"\\x\"",
        "\"\\u12\"",
        "\"\\u12g4\"",
        "\"\n\"",
        "1 2",
        "[] x",
        "NaN",
        "id,name\n1,a",
        "\uFEFF1",
        "\"\\u\uFF11\uFF11\uFF11\uFF11\""
      })
  void what_is_no_json_has_no_form(String text) {
    assertThat(form(text)).isEmpty();
  }

  @Test
  void bytes_that_are_no_utf_8_have_no_form() {
    assertThat(CanonicalJson.of(new byte[] {'"', (byte) 0xC3, '"'})).isEmpty();
  }

  @Test
  void a_text_may_be_a_thousand_deep_and_not_deeper() {
    assertThat(form("[".repeat(1_001) + "]".repeat(1_001))).isPresent();
    assertThat(form("[".repeat(1_002) + "]".repeat(1_002))).isEmpty();
    assertThat(form("[".repeat(1_000_000))).isEmpty();
  }

  @Test
  void a_number_of_a_million_digits_is_read_at_once() {
    String zeros = "0".repeat(1_000_000);

    assertThat(form("1" + zeros)).isEqualTo(form("1e1000000"));
    assertThat(form("0." + zeros + "1")).isEqualTo(form("1e-1000001"));
  }
}
