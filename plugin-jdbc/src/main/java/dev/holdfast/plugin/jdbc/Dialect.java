package dev.holdfast.plugin.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The databases whose tables are known here. Most statements are the same. */
enum Dialect {
  SQLITE,
  POSTGRESQL;

  /** Finds one by the name that a database gives itself. */
  static Dialect of(String product) {
    return Arrays.stream(values())
        .filter(each -> each.name().equalsIgnoreCase(product))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "database must be SQLite or PostgreSQL but was " + product));
  }

  /**
   * Deletes what expired before a time, given twice, but no more than so many. The time is asked
   * for twice since a row may be written anew between its choice and its deletion.
   */
  String deleteExpired(String table) {
    String chosen =
        "SELECT key FROM " + table + " WHERE expires_at < ? ORDER BY expires_at LIMIT ?";
    String delete = "DELETE FROM " + table + " WHERE ";
    return switch (this) {
      case SQLITE -> delete + "key IN (" + chosen + ") AND expires_at < ?";
      // An array is looked up by index whatever the size; what others delete is left to them.
      case POSTGRESQL ->
          delete + "key = ANY (ARRAY(" + chosen + " FOR UPDATE SKIP LOCKED)) AND expires_at < ?";
    };
  }

  /** The statements that make what is missing of the tables. */
  List<String> schema() {
    String file = name().toLowerCase(Locale.ROOT) + ".sql";
    try (InputStream in = Dialect.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalStateException(file + " must lie beside the classes but did not");
      }
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return Arrays.stream(text.split(";"))
          .map(String::strip)
          .filter(each -> !each.isEmpty())
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
