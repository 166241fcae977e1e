package dev.holdfast.guide;

import static dev.holdfast.guide.PluginsSample.show;
import static dev.holdfast.guide.SetUpSample.client;
import static dev.holdfast.guide.SetUpSample.failure;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.holdfast.client.Client;
import dev.holdfast.client.Options;
import dev.holdfast.client.plugins.Audit;
import dev.holdfast.client.plugins.Budget;
import dev.holdfast.client.plugins.Failover;
import dev.holdfast.guide.PluginsSample.Vendor;
import dev.holdfast.plugin.jdbc.JdbcStores;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import javax.sql.DataSource;

/** What plugins keep in a database. */
final class JdbcSample {
  private JdbcSample() {}

  // region pool
  /** A pool of connections, to jdbc:postgresql://localhost/app or to jdbc:sqlite:app.db. */
  static HikariDataSource pool(String url) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(url);
    config.setMaximumPoolSize(4);
    return new HikariDataSource(config);
  }

  // endregion

  // region process
  /** What each process of an application does when it starts. */
  static Client start(DataSource database, Vendor vendor) {
    JdbcStores stores = JdbcStores.in(database, vendor.time()).createTables();
    return client(vendor.script(), vendor.time())
        .options(Options.none().retries(1).label("nightly import"))
        .plugin(Audit.to(stores.auditLog()))
        .plugin(Failover.in(stores.answers()))
        .plugin(Budget.of(3, Duration.ofDays(1), stores.budgets()))
        .build();
  }

  // endregion

  static void restart() {
    String file = file() + "?journal_mode=WAL";
    // region restart
    try (HikariDataSource database = pool("jdbc:sqlite:" + file)) {
      Vendor vendor = Vendor.create();
      show("one process", start(database, vendor));

      vendor.down().set(true);
      vendor.time().advance(Duration.ofHours(1));
      show("the next", start(database, vendor));
      System.out.println("a third: " + failure(() -> show("", start(database, vendor))));

      printAudit(database);
    }
    // endregion
  }

  // region audit
  static void printAudit(DataSource database) {
    String query =
        """
        SELECT datetime(at / 1000, 'unixepoch'), method, path, failure, requests, stale
        FROM holdfast_audit WHERE label = 'nightly import' ORDER BY id
        """;
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      while (rows.next()) {
        System.out.printf(
            "%s | %s | %s | %s | %d | %d%n",
            rows.getString(1),
            rows.getString(2),
            rows.getString(3),
            rows.getString(4),
            rows.getInt(5),
            rows.getInt(6));
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  // endregion

  private static Path file() {
    try {
      return Files.createTempDirectory("holdfast").resolve("app.db");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
