package dev.holdfast.benchmarks;

import static java.util.Objects.requireNonNull;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * One JVM of several that measure the same: how the compiler lays out the code of one run moves
 * figures by a tenth, and no number of rounds in that run takes it away.
 */
final class HttpFork {
  /** How many threads call at once where many do. */
  static final int MANY = 8;

  private HttpFork() {}

  /**
   * Measures in a JVM of its own.
   *
   * @param uri where the server is
   * @param plan how long
   * @param fork its number, by which it chooses its order
   * @param series takes the slices, by contender and threads
   */
  static void run(URI uri, HttpMeasurement.Plan plan, int fork, Map<String, HttpSeries> series)
      throws IOException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--sun-misc-unsafe-memory-access=allow",
                "-cp",
                System.getProperty("java.class.path"),
                HttpFork.class.getName(),
                uri.toString(),
                plan.warmUp().toString(),
                Integer.toString(plan.rounds()),
                plan.slice().toString(),
                Integer.toString(fork))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (BufferedReader out = process.inputReader()) {
      for (String line = out.readLine(); !"end".equals(line); line = out.readLine()) {
        if (line == null) {
          throw new IOException("a measuring process must end its list but broke off");
        }
        String[] part = line.split(" ", -1);
        requireNonNull(series.get(part[0]))
            .add(
                new HttpSlice(
                    Long.parseLong(part[1]), Long.parseLong(part[2]), Long.parseLong(part[3])));
      }
    } finally {
      process.destroy();
    }
  }

  /** Prints a line for each slice: whose, calls, nanoseconds, nanoseconds of processor time. */
  public static void main(String[] arguments) throws Exception {
    URI uri = URI.create(arguments[0]);
    HttpMeasurement.Plan plan =
        new HttpMeasurement.Plan(
            1,
            Duration.parse(arguments[1]),
            Integer.parseInt(arguments[2]),
            Duration.parse(arguments[3]));
    Random random = new Random(Integer.parseInt(arguments[4]));
    List<HttpContender> pairs = new ArrayList<>(HttpContenders.pairs(uri));
    List<HttpContender> all = new ArrayList<>(pairs);
    all.addAll(HttpContenders.peers(uri));
    warmUp(all, plan.warmUp(), random);
    measure(all, "", MANY, plan, random);
    measure(pairs, "_1", 1, plan, random);
    System.out.println("end");
    System.exit(0);
  }

  /** In turns, as whoever came first would be compiled for itself alone. */
  private static void warmUp(List<HttpContender> all, Duration time, Random random)
      throws Exception {
    for (int turn = 0; turn < 3; turn++) {
      Collections.shuffle(all, random);
      for (HttpContender each : all) {
        HttpSlice.run(each, MANY, time.dividedBy(3));
      }
    }
  }

  private static void measure(
      List<HttpContender> contenders,
      String suffix,
      int threads,
      HttpMeasurement.Plan plan,
      Random random)
      throws Exception {
    for (int round = 0; round < plan.rounds(); round++) {
      // So that nobody always follows the same neighbour and sweeps up its garbage.
      Collections.shuffle(contenders, random);
      for (HttpContender each : contenders) {
        HttpSlice slice = HttpSlice.run(each, threads, plan.slice());
        System.out.println(
            String.join(
                " ",
                each.name() + suffix,
                Long.toString(slice.calls()),
                Long.toString(slice.nanos()),
                Long.toString(slice.cpuNanos())));
      }
    }
  }
}
