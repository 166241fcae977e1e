package dev.holdfast.benchmarks;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** Lists the benchmarks, or runs one by its name, prints its table and keeps its report. */
public final class Bench {
  private static final List<Measurement> ALL =
      List.of(
          new SimulateMeasurement(),
          new HttpMeasurement(),
          new GuardMeasurement(),
          new FailoverMeasurement());
  private static final int USAGE = 2;

  private final List<Measurement> measurements;
  private final Path home;
  private final PrintStream out;
  private final PrintStream err;

  Bench(List<Measurement> measurements, Path home, PrintStream out, PrintStream err) {
    this.measurements = measurements;
    this.home = home;
    this.out = out;
    this.err = err;
  }

  /** Runs on the repository in which it was started by {@code ./bench}. */
  public static void main(String[] arguments) throws Exception {
    var out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    System.exit(new Bench(ALL, home(), out, System.err).run(List.of(arguments)));
  }

  /** The root of the repository. */
  static Path home() {
    return Path.of(System.getProperty("holdfast.home", ".."));
  }

  int run(List<String> arguments) throws Exception {
    if (arguments.isEmpty()) {
      measurements.forEach(each -> out.printf("%-12s %s%n", each.name(), each.description()));
      return 0;
    }
    boolean brief = arguments.size() == 2 && arguments.get(1).equals("--short");
    if (arguments.size() > 1 && !brief) {
      err.println("bench: usage: bench [NAME [--short]] but was " + String.join(" ", arguments));
      return USAGE;
    }
    for (Measurement each : measurements) {
      if (each.name().equals(arguments.getFirst())) {
        measure(each, brief);
        return 0;
      }
    }
    err.println("bench: NAME must be one of " + names() + " but was " + arguments.getFirst());
    return USAGE;
  }

  private void measure(Measurement measurement, boolean brief) throws Exception {
    Machine machine = Machine.now();
    Report report = measurement.run(brief);
    Path file = home.resolve("target/bench/" + measurement.name() + ".json");
    Files.createDirectories(file.getParent());
    Files.writeString(file, ReportText.json(report, machine) + "\n");
    out.print(ReportText.table(measurement.name(), report, machine));
  }

  private String names() {
    return measurements.stream().map(Measurement::name).collect(Collectors.joining(", "));
  }
}
