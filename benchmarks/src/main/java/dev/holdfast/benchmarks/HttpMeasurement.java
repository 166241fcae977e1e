package dev.holdfast.benchmarks;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * How many calls a second our client sends on each transport, and what processor time a call takes,
 * beside the bare clients and its peers: a GET of 299 bytes of JSON over the loopback, on one and
 * on eight virtual threads.
 */
final class HttpMeasurement implements Measurement {
  private static final int MANY = 8;

  private final Plan full;
  private final Plan brief;

  /**
   * How long it takes.
   *
   * @param warmUp how long each contender runs before anything counts
   * @param rounds in each, every contender has a slice of time
   * @param slice the length of a slice
   */
  record Plan(Duration warmUp, int rounds, Duration slice) {}

  HttpMeasurement() {
    this(
        new Plan(Duration.ofSeconds(4), 20, Duration.ofMillis(500)),
        new Plan(Duration.ofMillis(500), 10, Duration.ofMillis(60)));
  }

  HttpMeasurement(Plan full, Plan brief) {
    this.full = full;
    this.brief = brief;
  }

  @Override
  public String name() {
    return "http";
  }

  @Override
  public String description() {
    return "calls over loopback HTTP/1.1, ours beside the bare clients and peers";
  }

  @Override
  public Report run(boolean briefly) throws Exception {
    Plan plan = briefly ? brief : full;
    try (HttpServerProcess server = HttpServerProcess.start()) {
      List<HttpContender> pairs = HttpContenders.pairs(server.uri());
      List<HttpContender> all = new ArrayList<>(pairs);
      all.addAll(HttpContenders.peers(server.uri()));
      for (HttpContender each : all) {
        HttpSlice.run(each, MANY, plan.warmUp());
      }
      Report report = figures(Report.empty(), "", measure(plan, all, MANY));
      report = figures(report, "_1", measure(plan, pairs, 1));
      all.forEach(each -> each.close().run());
      return ratios(ratios(report, ""), "_1");
    }
  }

  private static Map<String, HttpSeries> measure(
      Plan plan, List<HttpContender> contenders, int threads) throws Exception {
    Map<String, HttpSeries> series = new LinkedHashMap<>();
    List<HttpContender> order = new ArrayList<>(contenders);
    contenders.forEach(each -> series.put(each.name(), new HttpSeries()));
    for (int round = 0; round < plan.rounds(); round++) {
      for (HttpContender each : order) {
        requireNonNull(series.get(each.name())).add(HttpSlice.run(each, threads, plan.slice()));
      }
      // So that nobody always follows the same neighbour and sweeps up its garbage.
      Collections.shuffle(order, new Random(round));
    }
    return series;
  }

  private static Report figures(Report report, String suffix, Map<String, HttpSeries> series) {
    Report filled = report;
    for (Map.Entry<String, HttpSeries> each : series.entrySet()) {
      HttpSeries is = each.getValue();
      filled =
          filled
              .figure(each.getKey() + "_per_s" + suffix, is.perSecond(), "calls/s")
              .figure(each.getKey() + "_cpu_us" + suffix, is.cpuMicros(), "µs");
    }
    return filled;
  }

  private static Report ratios(Report report, String suffix) {
    Report filled = report;
    for (String on : List.of("", "okhttp_")) {
      for (String who : List.of("ours", "transport")) {
        filled = ratio(filled, on + who, on + "raw", suffix);
      }
    }
    return filled;
  }

  private static Report ratio(Report report, String who, String raw, String suffix) {
    String name = who + "_vs_raw";
    return report
        .ratio(name + suffix, who + "_per_s" + suffix, raw + "_per_s" + suffix)
        .ratio(name + "_cpu" + suffix, who + "_cpu_us" + suffix, raw + "_cpu_us" + suffix);
  }
}
