package dev.holdfast.plugin.jdbc;

import dev.holdfast.client.plugins.AnswerStore;
import dev.holdfast.client.plugins.StoredAnswer;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Answers in the table {@code holdfast_answer}.
 *
 * @param statements the database
 * @param clock what they expire by
 * @param sweep what is done about expired ones
 */
record JdbcAnswers(Statements statements, InstantSource clock, Sweep sweep) implements AnswerStore {
  private static final String GET =
      "SELECT body, cursor, fetched_at FROM holdfast_answer WHERE key = ? AND expires_at >= ?";
  private static final String SET =
      "INSERT INTO holdfast_answer (key, body, cursor, fetched_at, expires_at)"
          + " VALUES (?, ?, ?, ?, ?) ON CONFLICT (key) DO UPDATE SET body = excluded.body,"
          + " cursor = excluded.cursor, fetched_at = excluded.fetched_at,"
          + " expires_at = excluded.expires_at";
  private static final String DELETE = "DELETE FROM holdfast_answer WHERE key = ?";

  @Override
  public @Nullable StoredAnswer get(String key) {
    long now = clock.millis();
    return statements.row(
        "read an answer",
        GET,
        statement -> {
          statement.setString(1, key);
          statement.setLong(2, now);
        },
        JdbcAnswers::answer);
  }

  private static StoredAnswer answer(ResultSet row) throws SQLException {
    return new StoredAnswer(
        row.getBytes(1),
        Optional.ofNullable(row.getString(2)),
        Instant.ofEpochMilli(row.getLong(3)));
  }

  @Override
  public void set(String key, StoredAnswer answer, Duration ttl) {
    long expiresAt = Times.after(clock, ttl);
    statements.update(
        "keep an answer",
        SET,
        statement -> {
          statement.setString(1, key);
          statement.setBytes(2, answer.json());
          statement.setString(3, answer.cursor().orElse(null));
          statement.setLong(4, answer.fetchedAt().toEpochMilli());
          statement.setLong(5, expiresAt);
        });
    sweep.afterWrite();
  }

  @Override
  public void delete(String key) {
    statements.update("delete an answer", DELETE, statement -> statement.setString(1, key));
  }
}
