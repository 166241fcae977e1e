package dev.holdfast.benchmarks;

import static java.util.Objects.requireNonNull;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * What a guard costs a call, beside the peers in the same run. Times are those over the bare call,
 * but for the bare call's own and refusals, which make no call.
 *
 * <p>A time is that of the fastest of many short iterations, for ours and the peers alike: what
 * else the machine does can only add to it, and an average of it told of the machine. So no time
 * holds a pause for garbage, which is to the good of those that leave some; see the bytes.
 */
final class GuardMeasurement implements Measurement {
  private static final String BARE = "bare";

  /** What is less can't be told from nothing: two measurements of the same differ by as much. */
  private static final double LEAST_NANOS = 0.1;

  private static final List<String> PEERS =
      List.of("failsafe_retry", "resilience4j_retry", "spring_retry");

  /** Whose memory is told, and under which name. */
  private static final Map<String, String> BYTES =
      new TreeMap<>(
          Map.of(
              "ours_retry", "ours_bytes",
              "ours_bounds", "ours_bounds_bytes",
              "ours_timeout", "ours_timeout_bytes",
              "failsafe_retry", "failsafe_bytes",
              "resilience4j_retry", "resilience4j_bytes",
              "spring_retry", "spring_bytes"));

  @Override
  public String name() {
    return "guard";
  }

  @Override
  public String description() {
    return "what a guard adds to a call, beside Failsafe, Resilience4j and Spring";
  }

  @Override
  public Report run(boolean brief) throws RunnerException {
    Map<String, RunResult> one = runJmh(brief, 1, ".*");
    // Where threads could be in each other's way: not a matter of a quick look.
    Map<String, RunResult> two = runJmh(brief, 2, brief ? "(bare|oursTimeout)" : ".*");
    Report report = bytes(times(times(Report.empty(), one, "_ns"), two, "_2_threads_ns"), one);
    return report
        .ratio("ours_vs_best_retry", "ours_retry_ns", best(report))
        .ratio("ours_bounds_vs_spring", "ours_bounds_ns", "spring_retry_timeout_ns");
  }

  private static Report times(Report report, Map<String, RunResult> results, String suffix) {
    double bare = time(results, BARE);
    Report all = report;
    for (String each : results.keySet()) {
      boolean calls = !each.equals(BARE) && !each.endsWith("_refusal");
      double time = time(results, each) - (calls ? bare : 0);
      all = all.figure(each + suffix, Math.max(time, LEAST_NANOS), "ns");
    }
    return all;
  }

  private static Report bytes(Report report, Map<String, RunResult> results) {
    Report all = report;
    for (Map.Entry<String, String> each : BYTES.entrySet()) {
      all = all.figure(each.getValue(), allocated(results, each.getKey()), "B");
    }
    return all;
  }

  private static double time(Map<String, RunResult> results, String name) {
    return requireNonNull(results.get(name), name).getPrimaryResult().getStatistics().getMin();
  }

  private static double allocated(Map<String, RunResult> results, String name) {
    Result<?> rate =
        requireNonNull(results.get(name), name).getSecondaryResults().get("gc.alloc.rate.norm");
    // A loop that allocates nothing is charged with what JMH itself does between two of them.
    double bytes = requireNonNull(rate, name).getScore();
    return bytes < 0.5 ? 0 : bytes;
  }

  private static String best(Report report) {
    String best = PEERS.getFirst();
    for (String each : PEERS) {
      if (nanos(report, each) < nanos(report, best)) {
        best = each;
      }
    }
    return best + "_ns";
  }

  private static double nanos(Report report, String name) {
    return requireNonNull(report.figures().get(name + "_ns"), name).value();
  }

  private static Map<String, RunResult> runJmh(boolean brief, int threads, String methods)
      throws RunnerException {
    var options =
        new OptionsBuilder()
            .include("\\.Guard(Ours|Failsafe|Resilience4j|Spring)\\." + methods + "$")
            .addProfiler(GCProfiler.class)
            .mode(Mode.AverageTime)
            .timeUnit(TimeUnit.NANOSECONDS)
            .threads(threads)
            .forks(brief ? 1 : 2)
            .warmupIterations(brief ? 2 : 5)
            .warmupTime(TimeValue.milliseconds(brief ? 100 : 200))
            .measurementIterations(brief ? 15 : 40)
            .measurementTime(TimeValue.milliseconds(brief ? 10 : 50));
    // Its progress goes to standard error, so that the table stands alone.
    return byName(
        new Runner(
                options.build(),
                OutputFormatFactory.createFormatInstance(System.err, VerboseMode.NORMAL))
            .run());
  }

  private static Map<String, RunResult> byName(Collection<RunResult> results) {
    Map<String, RunResult> named = new TreeMap<>();
    results.forEach(each -> named.put(figure(each.getParams().getBenchmark()), each));
    return named;
  }

  /** The figure of a benchmark, {@code ours_retry} of {@code …GuardOurs.oursRetry}. */
  static String figure(String benchmark) {
    return benchmark
        .substring(benchmark.lastIndexOf('.') + 1)
        .replaceAll("([A-Z])", "_$1")
        .toLowerCase(Locale.ROOT);
  }
}
