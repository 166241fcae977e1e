package dev.holdfast.benchmarks;

import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Writes a report as a table for people and as JSON. */
final class ReportText {
  private ReportText() {}

  static String table(String name, Report report, Machine machine) {
    StringBuilder table = new StringBuilder(name);
    table.append(" (%d cores, load %.1f)%n".formatted(machine.cores(), machine.load()));
    report.figures().forEach((each, is) -> table.append(row(each, is.value(), is.unit())));
    report.ratios().forEach((each, ratio) -> table.append(row(each, ratio, "×")));
    return table.toString();
  }

  private static String row(String name, double value, String unit) {
    String number = String.format(Locale.ROOT, value < 1_000 ? "%,.2f" : "%,.0f", value);
    return String.format(Locale.ROOT, "  %-32s %16s %s%n", name, number, unit);
  }

  static String json(Report report, Machine machine) {
    return JsonMapper.shared()
        .writerWithDefaultPrettyPrinter()
        .writeValueAsString(tree(report, machine));
  }

  private static ObjectNode tree(Report report, Machine machine) {
    ObjectNode tree = JsonMapper.shared().createObjectNode();
    ObjectNode figures = tree.putObject("figures");
    for (Map.Entry<String, Report.Figure> each : report.figures().entrySet()) {
      Report.Figure figure = each.getValue();
      figures.putObject(each.getKey()).put("value", figure.value()).put("unit", figure.unit());
    }
    ObjectNode ratios = tree.putObject("ratios");
    report.ratios().forEach(ratios::put);
    tree.putObject("machine").put("cores", machine.cores()).put("load", machine.load());
    return tree;
  }
}
