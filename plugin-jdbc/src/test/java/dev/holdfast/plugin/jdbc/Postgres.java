package dev.holdfast.plugin.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/** A PostgreSQL of these tests' own, started once. */
final class Postgres {
  private static final String REQUIRED = "HOLDFAST_REQUIRE_POSTGRES";

  private static @Nullable DataSource pool;
  private static @Nullable String failure;

  private Postgres() {}

  /**
   * A database of the server. Where this machine can't start one, the test is not run, and says so;
   * where the environment requires it, it fails.
   */
  static synchronized DataSource database() {
    if (pool == null && failure == null) {
      try {
        pool = pool(EmbeddedPostgres.builder().start().getPostgresDatabase());
      } catch (IOException | IllegalStateException e) {
        failure = e.toString();
      }
    }
    if (pool != null) {
      return pool;
    }
    String text = "NOT RUN on PostgreSQL, which did not start here: " + failure;
    if ("1".equals(System.getenv(REQUIRED))) {
      throw new AssertionError(text);
    }
    System.err.println(text);
    Assumptions.abort(text);
    throw new AssertionError(text);
  }

  private static DataSource pool(DataSource database) {
    HikariConfig config = new HikariConfig();
    config.setDataSource(database);
    return new HikariDataSource(config);
  }

  static DataSource empty() {
    DataSource database = database();
    Tables.drop(database);
    return database;
  }
}
