package dev.holdfast.benchmarks;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How many calls a second our client sends on each transport, and what processor time a call takes,
 * beside the bare clients and its peers: a GET of 299 bytes of JSON over the loopback, on one and
 * on eight virtual threads.
 */
final class HttpMeasurement implements Measurement {
  private static final List<String> PAIRS =
      List.of("raw", "transport", "ours", "okhttp_raw", "okhttp_transport", "okhttp_ours");
  private static final List<String> PEERS = List.of("methanol", "okhttp", "restclient");

  private final Plan full;
  private final Plan brief;

  /**
   * How long it takes.
   *
   * @param forks how many JVMs measure, one after the other
   * @param warmUp how long each contender runs before anything counts
   * @param rounds in each, every contender has a slice of time
   * @param slice the length of a slice
   */
  record Plan(int forks, Duration warmUp, int rounds, Duration slice) {}

  HttpMeasurement() {
    this(
        new Plan(5, Duration.ofSeconds(3), 10, Duration.ofMillis(250)),
        new Plan(1, Duration.ofMillis(600), 10, Duration.ofMillis(60)));
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
    Map<String, HttpSeries> series = new LinkedHashMap<>();
    PAIRS.forEach(name -> series.put(name, new HttpSeries()));
    PEERS.forEach(name -> series.put(name, new HttpSeries()));
    PAIRS.forEach(name -> series.put(name + "_1", new HttpSeries()));
    try (HttpServerProcess server = HttpServerProcess.start()) {
      for (int fork = 0; fork < plan.forks(); fork++) {
        HttpFork.run(server.uri(), plan, fork, series);
      }
    }
    return ratios(ratios(figures(series), ""), "_1");
  }

  private static Report figures(Map<String, HttpSeries> series) {
    Report filled = Report.empty();
    for (Map.Entry<String, HttpSeries> each : series.entrySet()) {
      boolean one = each.getKey().endsWith("_1");
      String name = one ? each.getKey().substring(0, each.getKey().length() - 2) : each.getKey();
      String suffix = one ? "_1" : "";
      filled =
          filled
              .figure(name + "_per_s" + suffix, each.getValue().perSecond(), "calls/s")
              .figure(name + "_cpu_us" + suffix, each.getValue().cpuMicros(), "µs");
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
