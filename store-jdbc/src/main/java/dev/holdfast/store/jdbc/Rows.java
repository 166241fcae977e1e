package dev.holdfast.store.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.Optional;

/** How values stand in columns. */
final class Rows {
  private Rows() {}

  static Instant instant(ResultSet row, String column) throws SQLException {
    return Instant.ofEpochMilli(row.getLong(column));
  }

  static Optional<Instant> optionalInstant(ResultSet row, String column) throws SQLException {
    long millis = row.getLong(column);
    return row.wasNull() ? Optional.empty() : Optional.of(Instant.ofEpochMilli(millis));
  }

  static Optional<String> optionalText(ResultSet row, String column) throws SQLException {
    return Optional.ofNullable(row.getString(column));
  }

  /** A JSON array, which SQLite takes as a table by {@code json_each}. */
  static String jsonArray(Collection<String> texts) {
    StringBuilder json = new StringBuilder("[");
    for (String text : texts) {
      json.append(json.length() == 1 ? "\"" : ",\"");
      text.chars().forEach(c -> appendEscaped(json, (char) c));
      json.append('"');
    }
    return json.append(']').toString();
  }

  private static void appendEscaped(StringBuilder json, char c) {
    if (c == '"' || c == '\\') {
      json.append('\\').append(c);
    } else if (c < ' ') {
      json.append("\\u%04x".formatted((int) c));
    } else {
      json.append(c);
    }
  }
}
