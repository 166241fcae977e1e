package dev.holdfast.benchmarks;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a measurement found.
 *
 * @param figures what was measured, by name
 * @param ratios how figures compare, by name
 */
public record Report(Map<String, Figure> figures, Map<String, Double> ratios) {

  /** One measured number and its unit. */
  public record Figure(double value, String unit) {}

  /** A report to be filled. */
  public static Report empty() {
    return new Report(Map.of(), Map.of());
  }

  /** This report and one more figure. */
  public Report figure(String name, double value, String unit) {
    return new Report(with(figures, name, new Figure(value, unit)), ratios);
  }

  /** This report and the ratio of two of its figures. */
  public Report ratio(String name, String figure, String toFigure) {
    double ratio = value(figure) / value(toFigure);
    return new Report(figures, with(ratios, name, ratio));
  }

  private double value(String figure) {
    Figure found = figures.get(figure);
    if (found == null) {
      throw new IllegalArgumentException(
          "figure must be one of " + figures.keySet() + " but was " + figure);
    }
    return found.value();
  }

  private static <T> Map<String, T> with(Map<String, T> map, String name, T value) {
    Map<String, T> copy = new LinkedHashMap<>(map);
    copy.put(name, value);
    return copy;
  }
}
