package dev.holdfast.benchmarks;

import java.util.SplittableRandom;

/**
 * What failover adds to a failure that it covers, and to a success, with its answers in a table of
 * a PostgreSQL database that the measurement starts itself. The provider is a method that answers
 * at once, so that only our own time and the database's counts.
 */
final class FailoverMeasurement implements Measurement {
  private static final long SEED = 42;

  /** A call passes unmeasured for every four that count. */
  private static final int WARM_UP = 4;

  private final Plan full;
  private final Plan brief;

  /**
   * How much is done.
   *
   * @param entries how many answers the table holds
   * @param failures how many failures are measured, each beside one without failover
   * @param successes how many successes
   */
  record Plan(int entries, int failures, int successes) {}

  FailoverMeasurement() {
    this(new Plan(1_000_000, 20_000, 4_000), new Plan(50_000, 5_000, 1_000));
  }

  FailoverMeasurement(Plan full, Plan brief) {
    this.full = full;
    this.brief = brief;
  }

  @Override
  public String name() {
    return "failover";
  }

  @Override
  public String description() {
    return "what failover adds to a call, with a million answers in PostgreSQL";
  }

  @Override
  public Report run(boolean briefly) throws Exception {
    Plan plan = briefly ? brief : full;
    try (FailoverDatabase database = FailoverDatabase.start()) {
      database.fill(plan.entries());
      Report report = Report.empty().figure("entries", (double) database.entries(), "answers");
      return successes(failures(report, plan, database), plan, database);
    }
  }

  private static Report failures(Report report, Plan plan, FailoverDatabase database) {
    FailoverSide bare = FailoverSide.bare();
    FailoverSide covered = FailoverSide.covered(database.answers());
    Samples failed = new Samples();
    Samples stale = new Samples();
    SplittableRandom random = new SplittableRandom(SEED);
    for (int i = -plan.failures() / WARM_UP; i < plan.failures(); i++) {
      int record = random.nextInt(plan.entries());
      failed.add(i >= 0, bare.fail(record));
      stale.add(i >= 0, covered.cover(record));
    }
    return report
        .figure("bare_failure_ms", failed.median(), "ms")
        .figure("covered_failure_ms", stale.median(), "ms")
        .figure("covered_ms", stale.median() - failed.median(), "ms")
        .figure("covered_p99_ms", stale.percentile(99) - failed.median(), "ms");
  }

  private static Report successes(Report report, Plan plan, FailoverDatabase database) {
    CountedStore store = new CountedStore(database.answers());
    FailoverSide bare = FailoverSide.bare();
    FailoverSide covered = FailoverSide.covered(store);
    Samples plain = new Samples();
    Samples kept = new Samples();
    SplittableRandom random = new SplittableRandom(SEED);
    int calls = 0;
    for (int i = -plan.successes() / WARM_UP; i < plan.successes(); i++) {
      int record = random.nextInt(plan.entries());
      plain.add(i >= 0, bare.succeed(record));
      kept.add(i >= 0, covered.succeed(record));
      calls++;
    }
    double added = (double) (covered.vendor().requests() - bare.vendor().requests());
    return report
        .figure("success_added_ms", kept.median() - plain.median(), "ms")
        .figure("requests_added_per_success", added / calls, "requests")
        .figure("store_writes_per_success", store.writes().doubleValue() / calls, "writes")
        .figure("store_reads_per_success", store.reads().doubleValue() / calls, "reads");
  }
}
