package dev.holdfast.benchmarks;

import static java.util.Objects.requireNonNull;

import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** How many attempts a second one thread simulates, and how much memory each takes. */
final class SimulateMeasurement implements Measurement {
  /** The name by which JMH's profiler reports the bytes allocated by one operation. */
  private static final String BYTES = "gc.alloc.rate.norm";

  @Override
  public String name() {
    return "simulate";
  }

  @Override
  public String description() {
    return "simulated attempts on one thread, over the cases of conformance/retry-schedule.json";
  }

  @Override
  public Report run(boolean brief) throws RunnerException {
    RunResult result = runJmh(brief);
    double attempts = new SimulateMix().attempts();
    double mixes = result.getPrimaryResult().getScore();
    double bytes = requireNonNull(result.getSecondaryResults().get(BYTES), BYTES).getScore();
    return Report.empty()
        .figure("attempts_per_second", mixes * attempts, "attempts/s")
        .figure("bytes_per_attempt", bytes / attempts, "B");
  }

  private static RunResult runJmh(boolean brief) throws RunnerException {
    ChainedOptionsBuilder options =
        new OptionsBuilder()
            .include(SimulateMix.class.getName() + ".simulate")
            .addProfiler(GCProfiler.class)
            .forks(brief ? 1 : 3)
            .warmupIterations(brief ? 3 : 5)
            .warmupTime(TimeValue.seconds(2))
            .measurementIterations(brief ? 5 : 10)
            .measurementTime(TimeValue.seconds(2));
    // Its progress goes to standard error, so that the table stands alone.
    return new Runner(
            options.build(),
            OutputFormatFactory.createFormatInstance(System.err, VerboseMode.NORMAL))
        .runSingle();
  }
}
