package dev.holdfast.benchmarks;

import dev.holdfast.client.plugins.AnswerStore;
import dev.holdfast.client.plugins.StoredAnswer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Keeps answers in the table as the store of production does, only many in one transaction. */
final class FailoverFill implements AnswerStore, AutoCloseable {
  private static final int BATCH = 1_000;
  private static final String INSERT =
      "INSERT INTO holdfast_answer (key, body, cursor, fetched_at, expires_at)"
          + " VALUES (?, ?, ?, ?, ?)";

  private final Connection connection;
  private final PreparedStatement insert;
  private int waiting;

  /** Owns the connection from now on. */
  FailoverFill(Connection connection) throws SQLException {
    this.connection = connection;
    connection.setAutoCommit(false);
    insert = connection.prepareStatement(INSERT);
  }

  @Override
  public @Nullable StoredAnswer get(String key) {
    return null;
  }

  @Override
  public void set(String key, StoredAnswer answer, Duration ttl) {
    long fetchedAt = answer.fetchedAt().toEpochMilli();
    try {
      insert.setString(1, key);
      insert.setBytes(2, answer.json());
      insert.setString(3, answer.cursor().orElse(null));
      insert.setLong(4, fetchedAt);
      insert.setLong(5, fetchedAt + ttl.toMillis());
      insert.addBatch();
      if (++waiting == BATCH) {
        write();
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private void write() throws SQLException {
    insert.executeBatch();
    connection.commit();
    waiting = 0;
  }

  @Override
  public void delete(String key) {
    throw new UnsupportedOperationException("a fill forgets nothing");
  }

  @Override
  public void close() throws SQLException {
    write();
    insert.close();
    connection.setAutoCommit(true);
    connection.close();
  }
}
