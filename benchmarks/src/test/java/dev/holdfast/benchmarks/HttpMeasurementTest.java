package dev.holdfast.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class HttpMeasurementTest {
  private static final Duration SLICE = Duration.ofMillis(20);

  @Test
  void every_contender_has_its_figures_and_ours_their_ratios() throws Exception {
    HttpMeasurement.Plan plan = new HttpMeasurement.Plan(1, SLICE, 1, SLICE);

    Report report = new HttpMeasurement(plan, plan).run(true);

    assertThat(report.figures())
        .containsKeys("raw_per_s", "ours_per_s", "okhttp_raw_per_s", "okhttp_ours_per_s")
        .containsKeys("methanol_per_s", "okhttp_per_s", "restclient_per_s")
        .containsKeys("raw_cpu_us", "ours_cpu_us_1", "ours_per_s_1");
    assertThat(report.figures().values()).allSatisfy(is -> assertThat(is.value()).isNotNegative());
    assertThat(report.ratios())
        .containsKeys("ours_vs_raw", "ours_vs_raw_cpu", "ours_vs_raw_1", "ours_vs_raw_cpu_1")
        .containsKeys("okhttp_ours_vs_raw", "okhttp_ours_vs_raw_cpu", "okhttp_ours_vs_raw_1");
  }

  @Test
  void a_slice_counts_every_call_of_every_thread() throws Exception {
    byte[] body = new byte[HttpAnswerServer.BODY.length()];

    HttpSlice slice = HttpSlice.run(new HttpContender("fast", () -> body, () -> {}), 3, SLICE);

    assertThat(slice.calls()).isGreaterThan(3);
    assertThat(slice.nanos()).isGreaterThanOrEqualTo(SLICE.toNanos());
  }

  @Test
  void a_contender_that_gets_no_answer_ends_it_by_name() {
    HttpContender deaf = new HttpContender("deaf", () -> new byte[0], () -> {});

    assertThatThrownBy(() -> HttpSlice.run(deaf, 1, SLICE))
        .rootCause()
        .isInstanceOf(IOException.class)
        .hasMessage("deaf must read 299 bytes but read 0");
  }

  @Test
  void a_disturbed_slice_does_not_count() {
    HttpSeries series = new HttpSeries();
    series.add(new HttpSlice(100, 1_000_000_000, 20_000_000));
    series.add(new HttpSlice(2, 1_000_000_000, 400_000));
    series.add(new HttpSlice(102, 1_000_000_000, 20_400_000));

    assertThat(series.perSecond()).isEqualTo(100, within(1e-9));
    assertThat(series.cpuMicros()).isEqualTo(200, within(1e-9));
  }
}
