package dev.holdfast.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class BenchTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @TempDir private Path home = Path.of(".");

  private record Fake(String name) implements Measurement {
    @Override
    public String description() {
      return "measures nothing";
    }

    @Override
    public Report run(boolean brief) {
      return Report.empty()
          .figure("ours_per_second", brief ? 3 : 12_345_678, "calls/s")
          .figure("theirs_per_second", 2, "calls/s")
          .ratio("ours_to_theirs", "ours_per_second", "theirs_per_second");
    }
  }

  private int bench(String... arguments) throws Exception {
    return new Bench(
            List.of(new Fake("fast"), new Fake("slow")),
            home,
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8))
        .run(List.of(arguments));
  }

  private String printed(ByteArrayOutputStream stream) {
    return stream.toString(StandardCharsets.UTF_8);
  }

  @Test
  void lists_all_with_a_line_each() throws Exception {
    assertThat(bench()).isZero();
    assertThat(printed(out))
        .isEqualTo("fast         measures nothing\nslow         measures nothing\n");
  }

  @Test
  void runs_one_prints_its_table_and_keeps_its_report() throws Exception {
    assertThat(bench("slow")).isZero();

    assertThat(printed(out).lines())
        .satisfiesExactly(
            head -> assertThat(head).startsWith("slow ("),
            ours -> assertThat(ours).containsSubsequence("ours_per_second", "12,345,678 calls/s"),
            theirs -> assertThat(theirs).containsSubsequence("theirs_per_second", "2.00 calls/s"),
            ratio -> assertThat(ratio).containsSubsequence("ours_to_theirs", "6,172,839 ×"));
    JsonNode report = JsonMapper.shared().readTree(home.resolve("target/bench/slow.json"));
    assertThat(report.propertyNames()).containsExactlyInAnyOrder("figures", "ratios", "machine");
    assertThat(report.at("/figures/ours_per_second/value").asDouble()).isEqualTo(12_345_678);
    assertThat(report.at("/figures/ours_per_second/unit").asString()).isEqualTo("calls/s");
    assertThat(report.at("/ratios/ours_to_theirs").asDouble()).isEqualTo(6_172_839);
    assertThat(report.at("/machine/cores").asInt()).isPositive();
    assertThat(report.at("/machine/load").isNumber()).isTrue();
  }

  @Test
  void runs_briefly_when_asked_to() throws Exception {
    assertThat(bench("fast", "--short")).isZero();
    assertThat(printed(out)).contains("1.50 ×");
  }

  @Test
  void an_unknown_name_is_refused_with_the_known_ones() throws Exception {
    assertThat(bench("faster")).isEqualTo(2);
    assertThat(printed(err)).isEqualTo("bench: NAME must be one of fast, slow but was faster\n");
    assertThat(Files.exists(home.resolve("target"))).isFalse();
  }

  @Test
  void an_unknown_option_is_refused() throws Exception {
    assertThat(bench("fast", "--shorter")).isEqualTo(2);
    assertThat(printed(err))
        .isEqualTo("bench: usage: bench [NAME [--short]] but was fast --shorter\n");
    assertThat(printed(out)).isEmpty();
  }

  @Test
  void a_ratio_is_taken_of_known_figures() {
    assertThatThrownBy(() -> Report.empty().figure("a", 1, "s").ratio("r", "a", "b"))
        .hasMessage("figure must be one of [a] but was b");
  }

  @Test
  void the_mix_holds_every_attempt_of_the_conformance_file() {
    assertThat(SimulationCase.all()).hasSize(228);
    assertThat(new SimulateMix().attempts()).isEqualTo(1_733);
  }
}
