package dev.holdfast.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

class FailoverMeasurementTest {

  @Test
  void a_success_costs_no_request_and_one_write_and_a_covered_failure_has_its_time()
      throws Exception {
    FailoverMeasurement.Plan plan = new FailoverMeasurement.Plan(50, 20, 20);

    Report report = measured(new FailoverMeasurement(plan, plan));

    assertThat(value(report, "entries")).isEqualTo(50);
    assertThat(value(report, "requests_added_per_success")).isZero();
    assertThat(value(report, "store_writes_per_success")).isEqualTo(1);
    assertThat(value(report, "store_reads_per_success")).isZero();
    assertThat(value(report, "covered_ms"))
        .isEqualTo(
            value(report, "covered_failure_ms") - value(report, "bare_failure_ms"), within(1e-9));
  }

  /** Where PostgreSQL can't start the test is not run, unless the environment requires it. */
  private static Report measured(FailoverMeasurement measurement) throws Exception {
    try {
      return measurement.run(true);
    } catch (IOException | IllegalStateException e) {
      if ("1".equals(System.getenv("HOLDFAST_REQUIRE_POSTGRES"))) {
        throw e;
      }
      System.err.println("NOT RUN on PostgreSQL, which did not start here: " + e);
      return Assumptions.abort(e.toString());
    }
  }

  private static double value(Report report, String figure) {
    return report.figures().getOrDefault(figure, new Report.Figure(-1, "missing")).value();
  }
}
