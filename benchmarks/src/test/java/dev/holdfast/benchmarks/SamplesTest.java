package dev.holdfast.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SamplesTest {

  @Test
  void a_percentile_is_a_time_that_so_many_did_not_exceed() {
    Samples samples = new Samples();
    LongStream.rangeClosed(1, 2_000)
        .map(i -> 2_001 - i)
        .forEach(ms -> samples.add(true, ms * 1_000_000));

    assertThat(samples.median()).isEqualTo(1_000);
    assertThat(samples.percentile(99)).isEqualTo(1_980);
    assertThat(samples.percentile(100)).isEqualTo(2_000);
  }

  @Test
  void what_does_not_count_is_not_kept() {
    Samples samples = new Samples();
    samples.add(false, 9_000_000);
    samples.add(true, 1_000_000);

    assertThat(samples.percentile(100)).isEqualTo(1);
  }
}
