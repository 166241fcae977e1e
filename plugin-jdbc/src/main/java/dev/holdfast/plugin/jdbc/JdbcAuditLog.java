package dev.holdfast.plugin.jdbc;

import dev.holdfast.client.plugins.AuditLog;
import dev.holdfast.client.plugins.AuditRecord;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;

/**
 * Records in the table {@code holdfast_audit}.
 *
 * @param statements the database
 */
record JdbcAuditLog(Statements statements) implements AuditLog {
  private static final String KEEP =
      "INSERT INTO holdfast_audit (at, label, provider, workspace, kind, method, path, failure,"
          + " status, requests, stale, duration_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

  @Override
  public void keep(AuditRecord kept) {
    statements.update("keep an audit record", KEEP, statement -> fill(statement, kept));
  }

  private static void fill(PreparedStatement statement, AuditRecord kept) throws SQLException {
    statement.setLong(1, kept.at().toEpochMilli());
    statement.setString(2, kept.label());
    statement.setString(3, kept.provider());
    statement.setString(4, kept.workspace());
    statement.setString(5, kept.kind().name());
    statement.setString(6, kept.method());
    statement.setString(7, kept.path());
    statement.setString(8, kept.failure().orElse(null));
    if (kept.status().isPresent()) {
      statement.setInt(9, kept.status().getAsInt());
    } else {
      statement.setNull(9, Types.INTEGER);
    }
    statement.setInt(10, kept.requests());
    statement.setInt(11, kept.stale() ? 1 : 0);
    statement.setLong(12, kept.duration().toMillis());
  }
}
