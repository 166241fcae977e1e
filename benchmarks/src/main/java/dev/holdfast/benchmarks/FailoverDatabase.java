package dev.holdfast.benchmarks;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.holdfast.client.plugins.AnswerStore;
import dev.holdfast.plugin.jdbc.JdbcStores;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A PostgreSQL server of the measurement's own, as users run theirs: what is committed is on disk.
 */
final class FailoverDatabase implements AutoCloseable {
  private final EmbeddedPostgres server;
  private final HikariDataSource pool;
  private final JdbcStores stores;

  private FailoverDatabase(EmbeddedPostgres server, HikariDataSource pool) {
    this.server = server;
    this.pool = pool;
    this.stores = JdbcStores.in(pool).createTables();
  }

  static FailoverDatabase start() throws IOException {
    EmbeddedPostgres server =
        EmbeddedPostgres.builder()
            .setServerConfig("fsync", "on")
            .setServerConfig("synchronous_commit", "on")
            .setServerConfig("full_page_writes", "on")
            .start();
    HikariConfig config = new HikariConfig();
    config.setDataSource(server.getPostgresDatabase());
    return new FailoverDatabase(server, new HikariDataSource(config));
  }

  AnswerStore answers() {
    return stores.answers();
  }

  /** Has each record read once, and what came kept: the rows are those that failover looks for. */
  void fill(int records) throws SQLException {
    try (FailoverFill fill = new FailoverFill(pool.getConnection())) {
      FailoverSide reader = FailoverSide.covered(fill);
      for (int record = 0; record < records; record++) {
        reader.succeed(record);
      }
    }
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("VACUUM ANALYZE holdfast_answer");
      statement.execute("CHECKPOINT");
    }
  }

  /** How many answers there are. */
  long entries() throws SQLException {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT count(*) FROM holdfast_answer")) {
      rows.next();
      return rows.getLong(1);
    }
  }

  @Override
  public void close() throws IOException {
    pool.close();
    server.close();
  }
}
