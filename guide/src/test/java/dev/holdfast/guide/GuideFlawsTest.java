package dev.holdfast.guide;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** A page that says something else than its samples is found out. */
class GuideFlawsTest {
  private static final String SOURCE =
      """
      class ASample {
        static void one() {
          // region one
          int n = 1;
          if (n > 0) {
            System.out.println(n);
          }
          // endregion
        }
      }
      """;
  private static final String CODE =
      """
      int n = 1;
      if (n > 0) {
        System.out.println(n);
      }
      """;
  private static final Map<String, String> REGIONS = Regions.in("ASample", SOURCE);
  private static final Map<String, Supplier<String>> RUNS = Map.of("ASample#one", () -> "1\n");

  private static String page(String name, String code, String output) {
    return "Text.\n\n<!-- sample: %s -->\n```java\n%s```\n%s\nMore.\n"
        .formatted(name, code, output.isEmpty() ? "" : "\n```\n" + output + "```\n");
  }

  private static List<String> flaws(String page) {
    return new Guide(Map.of("a.md", page), REGIONS, RUNS).flaws();
  }

  @Test
  void a_region_is_found_and_moved_to_the_left() {
    assertThat(REGIONS).containsExactly(Map.entry("ASample#one", CODE));
  }

  @Test
  void what_agrees_has_no_flaws() {
    assertThat(flaws(page("ASample#one", CODE, "1\n"))).isEmpty();
  }

  @Test
  void code_that_differs_is_told_with_the_line_and_as_it_should_be() {
    assertThat(flaws(page("ASample#one", CODE.replace("n > 0", "n > 1"), "1\n")))
        .singleElement()
        .asString()
        .startsWith(
            "a.md: sample ASample#one: its code differs in line 2, which is <if (n > 1) {> and must"
                + " be <if (n > 0) {>. It must be:")
        .endsWith(CODE);
  }

  @Test
  void output_that_differs_is_told() {
    assertThat(flaws(page("ASample#one", CODE, "1\n2\n")))
        .singleElement()
        .asString()
        .contains("its output differs in line 2, which is <2> and must be <not there>");
  }

  @Test
  void a_block_that_is_missing_is_told() {
    assertThat(flaws(page("ASample#one", CODE, "")))
        .singleElement()
        .asString()
        .contains("its output is not there");
    assertThat(flaws("<!-- sample: ASample#one -->\nNo block.\n"))
        .hasSize(2)
        .first()
        .asString()
        .contains("its code is not there");
  }

  @Test
  void a_region_that_no_page_shows_is_told() {
    assertThat(flaws("Nothing.\n"))
        .containsExactly("region ASample#one must be in a page but is in none");
  }

  @Test
  void a_sample_that_is_no_region_is_told() {
    assertThat(flaws(page("ASample#one", CODE, "1\n") + page("ASample#two", "", "")))
        .containsExactly("a.md: sample ASample#two must be a region but is none");
  }

  @Test
  void output_of_a_region_that_is_not_run_is_told() {
    Guide guide = new Guide(Map.of("a.md", page("ASample#one", CODE, "1\n")), REGIONS, Map.of());

    assertThat(guide.flaws())
        .containsExactly("a.md: sample ASample#one must be registered to print but is not");
  }

  @Test
  void a_registered_sample_without_a_region_is_told() {
    Guide guide = new Guide(Map.of(), Map.of(), RUNS);

    assertThat(guide.flaws()).containsExactly("sample ASample#one must be a region but is none");
  }
}
