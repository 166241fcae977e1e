package dev.holdfast.plugin.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Runs one statement at a time, each on a connection of its own that is given back at once, and
 * committed by itself.
 *
 * @param database where connections come from
 */
record Statements(DataSource database) {

  /** Fills in a statement's parameters. */
  @FunctionalInterface
  interface Parameters {
    void set(PreparedStatement statement) throws SQLException;
  }

  /** Reads the first row of an answer. */
  @FunctionalInterface
  interface Row<T> {
    T read(ResultSet row) throws SQLException;
  }

  /** What is done with a connection. */
  @FunctionalInterface
  interface Work<T extends @Nullable Object> {
    T on(Connection connection) throws SQLException;
  }

  /** Changes rows, and tells how many. */
  int update(String what, String sql, Parameters parameters) {
    return with(
        what,
        connection -> {
          try (PreparedStatement statement = connection.prepareStatement(sql)) {
            parameters.set(statement);
            return statement.executeUpdate();
          }
        });
  }

  /** Reads one row; null where there is none. */
  <T> @Nullable T row(String what, String sql, Parameters parameters, Row<T> row) {
    return with(
        what,
        connection -> {
          try (PreparedStatement statement = connection.prepareStatement(sql)) {
            parameters.set(statement);
            try (ResultSet rows = statement.executeQuery()) {
              return rows.next() ? row.read(rows) : null;
            }
          }
        });
  }

  <T extends @Nullable Object> T with(String what, Work<T> work) {
    try (Connection connection = database.getConnection()) {
      return connection.getAutoCommit() ? work.on(connection) : committed(connection, work);
    } catch (SQLException e) {
      throw new StoreException(what, e);
    }
  }

  private static <T extends @Nullable Object> T committed(Connection connection, Work<T> work)
      throws SQLException {
    boolean done = false;
    try {
      T result = work.on(connection);
      connection.commit();
      done = true;
      return result;
    } finally {
      if (!done) {
        connection.rollback();
      }
    }
  }
}
