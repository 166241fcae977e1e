package dev.holdfast.client.plugins;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.client.JsonCodec;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonMaskTest {
  private static byte[] mask(byte[] json, String... paths) throws JsonCodec.JsonException {
    List<FieldPath> fields = Arrays.stream(paths).map(FieldPath::of).toList();
    return JsonMask.mask(json, fields);
  }

  private static String mask(String json, String... paths) throws JsonCodec.JsonException {
    return new String(mask(json.getBytes(UTF_8), paths), UTF_8);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          a            | {"a":"x","b":"x"}                     | {"a":"***","b":"x"}
          a            | {"b":{"a":"x"}}                       | {"b":{"a":"x"}}
          a.b          | {"a":{"b":1,"c":1}}                   | {"a":{"b":"***","c":1}}
          a.b          | {"a":[{"b":1}]}                       | {"a":[{"b":1}]}
          a[].b        | {"a":[{"b":1},{"b":2},3]}             | {"a":[{"b":"***"},{"b":"***"},3]}
          a[].b        | {"a":{"b":1}}                         | {"a":{"b":1}}
          a[][]        | {"a":[[1,2],[],3]}                    | {"a":[["***","***"],[],3]}
          [].a         | [{"a":1},{"a":null}]                  | [{"a":"***"},{"a":null}]
          []           | [1,[2],null]                          | ["***","***",null]
          *            | {"a":1,"b":{"c":2}}                   | {"a":"***","b":"***"}
          *.c          | {"a":{"c":1},"b":{"d":2}}             | {"a":{"c":"***"},"b":{"d":2}}
          *[].c        | {"a":[{"c":1}]}                       | {"a":[{"c":"***"}]}
          **.c         | {"c":1,"a":{"c":2,"b":[{"c":[3]}]}}   | {"c":"***","a":{"c":"***","b":[{"c":"***"}]}}
          a.**.c       | {"c":1,"a":{"c":2,"b":[[{"c":3}]]}}   | {"c":1,"a":{"c":"***","b":[[{"c":"***"}]]}}
          **.a.b       | {"a":{"a":{"b":1}}}                   | {"a":{"a":{"b":"***"}}}
          **.a[]       | {"x":[{"a":[1]}]}                     | {"x":[{"a":["***"]}]}
          **.**.c      | {"a":{"c":1}}                         | {"a":{"c":"***"}}
          a            | {"a":{"a":[1,{"b":2}]},"c":3}         | {"a":"***","c":3}
          a            | {"a":true,"a":false}                  | {"a":"***","a":"***"}
          a            | {"A":1}                               | {"A":1}
          a            | 7                                     | 7
          a            | null                                  | null
          """)
  void what_a_path_names_is_masked_and_nothing_else(String path, String json, String masked)
      throws JsonCodec.JsonException {
    assertThat(mask(json, path)).isEqualTo(masked);
  }

  @Test
  void several_paths_are_masked_one_within_the_other_too() throws JsonCodec.JsonException {
    assertThat(mask("{\"a\":{\"b\":1},\"c\":2,\"d\":3}", "a.b", "a", "c"))
        .isEqualTo("{\"a\":\"***\",\"c\":\"***\",\"d\":3}");
  }

  @Test
  void all_else_stays_byte_for_byte() throws JsonCodec.JsonException {
    String before = " {\r\n\t\"n\" : -0.10e+05 , \"t\":\"\\u00e9é\\/😀\" , \"a\" :";

    assertThat(mask(before + " \"x\\\"}\" ,\"z\":[ ] } \n", "a"))
        .isEqualTo(before + " \"***\" ,\"z\":[ ] } \n");
    assertThat(mask("\uFEFF{\"a\":1}", "a")).isEqualTo("\uFEFF{\"a\":\"***\"}");
  }

  @Test
  void where_nothing_is_masked_the_same_array_comes_back() throws JsonCodec.JsonException {
    byte[] json = "{\"b\":1,\"a\":null}".getBytes(UTF_8);

    assertThat(mask(json, "a")).isSameAs(json);
    assertThat(mask(new byte[0], "a")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"\\u0065mail", "\\u0065\\u006Dail", "email"})
  void names_are_compared_unescaped(String name) throws JsonCodec.JsonException {
    assertThat(mask("{\"" + name + "\":1}", "email")).isEqualTo("{\"" + name + "\":\"***\"}");
  }

  @Test
  void every_escape_in_a_name_is_known() throws JsonCodec.JsonException {
    assertThat(mask("{\"\\\"\\\\\\/\\b\\f\\n\\r\\t\":1}", "\"\\/\b\f\n\r\t")).endsWith(":\"***\"}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        " ",
        "hello",
        "<html>",
        "{\"a\":1",
        "{\"a\":1}x",
        "{\"a\":1}{}",
        "{\"a\" 1}",
        "{\"a\":1,}",
        "{,}",
        "{a:1}",
        "{'a':1}",
        "[1,]",
        "[1",
        "[1 2]",
        "\"x",
        "\"\\x\"",
        "\"\\u12g4\"",
        "\"\\u12",
        "\"\\",
        "\"\n\"",
        "tru",
        "nul",
        "NaN",
        "01",
        "+1",
        "-",
        "1.",
        ".5",
        "1e",
        "1e+",
        "// comment\n1",
        "\uFEFF\uFEFF1",
        "\u00A01"
      })
  void what_is_no_json_is_refused(String text) {
    assertThatThrownBy(() -> mask(text, "a")).isInstanceOf(JsonCodec.JsonException.class);
  }

  @Test
  void other_encodings_are_refused() {
    assertThatThrownBy(() -> mask("{\"a\":1}".getBytes(UTF_16BE), "a")).hasMessage("no JSON");
    assertThatThrownBy(() -> mask("{\"é\":1}".getBytes(ISO_8859_1), "a")).hasMessage("no JSON");
    // An e that is written in two bytes, as no encoder does, and some decoders read.
    assertThatThrownBy(() -> mask("{\"\u00C1\u00A5mail\":1}".getBytes(ISO_8859_1), "email"))
        .hasMessage("no JSON");
  }

  @Test
  void depth_has_a_limit_on_both_sides() throws JsonCodec.JsonException {
    mask("[".repeat(1000) + "]".repeat(1000), "a");

    assertThatThrownBy(() -> mask("[".repeat(1001) + "]".repeat(1001), "a"))
        .hasMessage("JSON that is nested too deeply");
  }

  /** Random values, masked, hold nothing of what was to be masked, and are as they were else. */
  @Test
  void masking_random_values_masks_all_and_only_what_is_named() throws JsonCodec.JsonException {
    long seed = 20_261_201;
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < 2_000; i++) {
      String json = random(random, 5);
      String masked = mask(json, "**.s");
      assertThat(masked).as("seed %d, value %d: %s", seed, i, json).doesNotContain("hush");
      assertThat(masked).isEqualTo(json.replaceAll("\"hush\\d*\"", "\"***\""));
    }
  }

  private static String random(SplittableRandom random, int depth) {
    return switch (random.nextInt(depth == 0 ? 3 : 6)) {
      case 0 -> Long.toString(random.nextLong());
      case 1 -> "null";
      case 2 -> "\"t" + random.nextInt(9) + "\"";
      case 3 -> "[" + random(random, depth - 1) + "," + random(random, depth - 1) + "]";
      case 4 -> "{\"s\":\"hush" + random.nextInt(9) + "\"}";
      default ->
          "{\"a\":"
              + random(random, depth - 1)
              + ", \"\\u0073\" :\"hush\",\"b\":"
              + random(random, depth - 1)
              + "}";
    };
  }

  static Stream<String> brokenPaths() {
    return Stream.of(
        "", ".", "a.", ".a", "a..b", "a.[]", "a[]b", "a[", "a]", "[a]", "a[0]", "a*", "***", "**",
        "a.**", "**[]", "**[].a", "a[].", "[]a");
  }

  @ParameterizedTest
  @MethodSource("brokenPaths")
  void a_path_that_breaks_a_rule_is_refused(String path) {
    assertThatThrownBy(() -> FieldPath.of(path))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("path of a field must be names with dots between them")
        .hasMessageEndingWith("but was \"" + path + "\"");
  }

  @Test
  void a_path_has_63_steps_at_most() throws JsonCodec.JsonException {
    String json = "{\"a\":".repeat(63) + "1" + "}".repeat(63);

    assertThat(mask(json, "a.".repeat(62) + "a")).contains("\"***\"");
    assertThatThrownBy(() -> FieldPath.of("a.".repeat(63) + "a"))
        .hasMessage("path of a field must have at most 63 steps but had 64");
  }
}
