package dev.holdfast.client.plugins;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.client.JsonCodec;
import dev.holdfast.client.Operation;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OperationKeyTest {
  private static final Operation READ = Operation.get("/a");
  private static final Operation SEARCH = Operation.read("POST", "/a");

  private static String key(Operation operation) {
    return OperationKey.of("crm", "agency", operation, JsonCodec.jackson()).orElseThrow();
  }

  @Test
  void is_short_and_of_visible_characters() {
    assertThat(key(READ)).matches("holdfast:[A-Za-z0-9_-]{43}");
  }

  /** A store outlives a release: with another form of the key, all it holds is lost. */
  @Test
  void stays_the_same_for_ever() {
    Operation full =
        SEARCH.with("b", 1).with("a", "x").with("a", "y").header("X-Region", "eu").at("page2");

    assertThat(key(full.body(Map.of("n", 1.5))))
        .isEqualTo("holdfast:o1zGaoidlpWE0GQzj9J1GovZkabb4wJetY1LJfEwOE8");
  }

  @Test
  void looks_at_each_part_of_the_operation() {
    List<String> keys =
        List.of(
            key(READ),
            OperationKey.of("crm2", "agency", READ, JsonCodec.jackson()).orElseThrow(),
            OperationKey.of("crm", "", READ, JsonCodec.jackson()).orElseThrow(),
            OperationKey.of("crma", "gency", READ, JsonCodec.jackson()).orElseThrow(),
            key(SEARCH),
            key(Operation.get("/b")),
            key(READ.with("a", 1)),
            key(READ.with("a", 2)),
            key(READ.with("a", 1).with("a", 2)),
            key(READ.with("a", 2).with("a", 1)),
            key(READ.with("a", 12)),
            key(READ.with("a", 1).with("b", 2)),
            key(READ.with("a1", "")),
            key(READ.header("a", "1")),
            key(READ.header("a", "2")),
            key(READ.at("1")),
            key(READ.at("")),
            key(SEARCH.body("1")),
            key(SEARCH.body(1)),
            key(SEARCH.body(List.of(1, 2))),
            key(SEARCH.body(List.of(2, 1))),
            key(SEARCH.body("no json".getBytes(UTF_8))),
            key(SEARCH.body("No json".getBytes(UTF_8))),
            key(SEARCH.body(new byte[0])));

    assertThat(keys).doesNotHaveDuplicates();
  }

  @Test
  void does_not_look_at_the_order_of_arguments() {
    assertThat(key(READ.with("a", 1).with("b", 2))).isEqualTo(key(READ.with("b", 2).with("a", 1)));
  }

  @Test
  void does_not_look_at_the_form_of_numbers() {
    assertThat(key(READ.with("a", 1.0))).isEqualTo(key(READ.with("a", 1)));
    assertThat(key(SEARCH.body(Map.of("n", new BigDecimal("1.0")))))
        .isEqualTo(key(SEARCH.body(Map.of("n", 1))));
  }

  @Test
  void does_not_look_at_the_case_and_order_of_header_fields() {
    assertThat(key(READ.header("X-A", "1").header("b", "2")))
        .isEqualTo(key(READ.header("B", "2").header("x-a", "1")));
  }

  @Test
  void takes_bytes_that_are_json_for_what_they_say() {
    assertThat(key(SEARCH.body("{ \"b\": 1e0, \"a\": \"\\u0061\" }".getBytes(UTF_8))))
        .isEqualTo(key(SEARCH.body(Map.of("a", "a", "b", 1))));
  }

  @Test
  void is_none_where_the_body_cannot_be_written() {
    assertThat(OperationKey.of("crm", "", SEARCH.body(new Broken()), JsonCodec.jackson()))
        .isEmpty();
  }

  /** Fails when Jackson reads it. */
  public static final class Broken {
    @SuppressWarnings("DoNotCallSuggester") // for Jackson to call
    public int getValue() {
      throw new IllegalStateException("broken");
    }
  }
}
