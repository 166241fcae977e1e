package dev.holdfast.plugin.jdbc;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteDataSource;

/** What tests do with databases behind the stores' back. */
final class Tables {
  private Tables() {}

  static DataSource sqlite(Path folder) {
    SQLiteConfig config = new SQLiteConfig();
    config.setJournalMode(SQLiteConfig.JournalMode.WAL);
    config.setBusyTimeout(30_000);
    SQLiteDataSource database = new SQLiteDataSource(config);
    database.setUrl("jdbc:sqlite:" + folder.resolve("plugins.db"));
    return database;
  }

  static void drop(DataSource database) {
    execute(
        database,
        "DROP TABLE IF EXISTS holdfast_answer",
        "DROP TABLE IF EXISTS holdfast_budget",
        "DROP TABLE IF EXISTS holdfast_audit");
  }

  static void execute(DataSource database, String... statements) {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      for (String each : statements) {
        statement.execute(each);
      }
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  /** All rows, their columns joined by bars. */
  static List<String> rows(DataSource database, String query) {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      List<String> all = new ArrayList<>();
      while (rows.next()) {
        List<String> columns = new ArrayList<>();
        for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
          columns.add(String.valueOf(rows.getString(i)));
        }
        all.add(String.join("|", columns));
      }
      return all;
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  static long count(DataSource database, String table) {
    return Long.parseLong(rows(database, "SELECT count(*) FROM " + table).getFirst());
  }
}
