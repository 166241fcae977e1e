package dev.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PrintableTest {

  @Test
  void what_moves_the_cursor_or_hides_text_is_escaped() {
    assertThat(Printable.line("a\n\r\t\u0000\u001b[2J\u0085\u2028\u202eb", 100))
        .isEqualTo("a\\n\\r\\t\\u0000\\u001b[2J\\u0085\\u2028\\u202eb");
  }

  @Test
  void letters_of_any_language_stay() {
    assertThat(Printable.line("{\"name\": \"Zoë 東京 🚀\"}", 100))
        .isEqualTo("{\"name\": \"Zoë 東京 🚀\"}");
  }

  @Test
  void a_text_of_the_greatest_length_stays_and_a_longer_one_is_cut() {
    assertThat(Printable.line("x".repeat(100), 100)).isEqualTo("x".repeat(100));
    assertThat(Printable.line("x".repeat(101), 100)).isEqualTo("x".repeat(99) + "…");
  }
}
