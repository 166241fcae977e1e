package dev.holdfast.cli;

import dev.holdfast.simulation.RetrySchedule;
import dev.holdfast.simulation.RetrySchedule.Attempt;
import java.util.Locale;

/** Writes a schedule as a table for people. */
final class SimulationTable {
  private SimulationTable() {}

  /** Writes the table, headed by where the simulation stands in its file, if it has a place. */
  static String text(String path, RetrySchedule schedule) {
    int count = schedule.attempts().size();
    StringBuilder table = new StringBuilder(path.isEmpty() ? "" : path + ": ");
    table.append(schedule.outcome().text()).append(" after ").append(count);
    table.append(count == 1 ? " attempt\n" : " attempts\n");
    table.append(row("attempt", "waited ms", "at ms", "result"));
    for (Attempt each : schedule.attempts()) {
      Object waited = each.attempt() == 1 ? "" : schedule.waits().get(each.attempt() - 2);
      table.append(row(each.attempt(), waited, each.at(), each.result()));
    }
    return table.toString();
  }

  private static String row(Object attempt, Object waited, Object at, String result) {
    return String.format(Locale.ROOT, "%9s %12s %12s  %s\n", attempt, waited, at, result);
  }
}
