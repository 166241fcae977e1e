package dev.holdfast.store.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One database connection and the statements prepared on it. Used by one thread at a time. */
final class Session implements AutoCloseable {
  private final Connection connection;
  private final Map<String, PreparedStatement> prepared = new HashMap<>();

  /** Reads one row. */
  interface Row<T> {
    T read(ResultSet row) throws SQLException;
  }

  Session(Connection connection) {
    this.connection = connection;
  }

  int update(String sql, @Nullable Object... arguments) throws SQLException {
    return bound(sql, arguments).executeUpdate();
  }

  /** Runs one statement with many rows of arguments; tells how many rows each changed. */
  int[] updateEach(String sql, List<@Nullable Object[]> rows) throws SQLException {
    PreparedStatement statement = statement(sql);
    for (@Nullable Object[] row : rows) {
      bind(statement, row);
      statement.addBatch();
    }
    return statement.executeBatch();
  }

  <T> List<T> query(String sql, Row<T> row, @Nullable Object... arguments) throws SQLException {
    // Closed at once: an open result would pin this connection's view of the database.
    try (ResultSet result = bound(sql, arguments).executeQuery()) {
      List<T> rows = new ArrayList<>();
      while (result.next()) {
        rows.add(row.read(result));
      }
      return rows;
    }
  }

  long number(String sql, @Nullable Object... arguments) throws SQLException {
    return query(sql, row -> row.getLong(1), arguments).getFirst();
  }

  void execute(String sql) throws SQLException {
    statement(sql).execute();
  }

  private PreparedStatement bound(String sql, @Nullable Object[] arguments) throws SQLException {
    PreparedStatement statement = statement(sql);
    bind(statement, arguments);
    return statement;
  }

  private PreparedStatement statement(String sql) throws SQLException {
    PreparedStatement statement = prepared.get(sql);
    if (statement == null) {
      statement = connection.prepareStatement(sql);
      prepared.put(sql, statement);
    }
    return statement;
  }

  private static void bind(PreparedStatement statement, @Nullable Object[] arguments)
      throws SQLException {
    for (int i = 0; i < arguments.length; i++) {
      statement.setObject(i + 1, arguments[i]);
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
