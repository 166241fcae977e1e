package dev.holdfast.cli;

import dev.holdfast.server.Printable;
import java.util.ArrayList;
import java.util.List;

/** A table for people: columns as wide as they need to be. */
final class Table {
  private static final String GAP = "  ";
  private static final int CELL_MAX = 80;

  private final List<List<String>> rows = new ArrayList<>();

  Table(String... headings) {
    rows.add(List.of(headings));
  }

  void row(Object... cells) {
    List<String> row = new ArrayList<>();
    for (Object cell : cells) {
      row.add(Printable.line(String.valueOf(cell), CELL_MAX));
    }
    rows.add(row);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int column = 0; column < row.size(); column++) {
        String cell = row.get(column);
        line.append(cell).append(" ".repeat(width(column) - cell.length())).append(GAP);
      }
      text.append(line.toString().stripTrailing()).append(System.lineSeparator());
    }
    return text.toString();
  }

  private int width(int column) {
    return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
  }
}
