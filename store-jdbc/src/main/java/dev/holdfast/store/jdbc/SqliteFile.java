package dev.holdfast.store.jdbc;

import dev.holdfast.delivery.StoreException;
import dev.holdfast.store.jdbc.SqliteConnection.Work;
import java.nio.file.Path;
import java.sql.SQLException;
import org.flywaydb.core.api.FlywayException;

/**
 * One SQLite file, opened three times: one connection writes, one transaction after another, for
 * many writers at once would only wait for each other; one looks for the engine; and one lists for
 * people, so that however long that takes, the engine does not wait for it.
 */
final class SqliteFile implements AutoCloseable {
  private final Path path;
  private final SqliteConnection writer;
  private final SqliteConnection looker;
  private final SqliteConnection lister;

  SqliteFile(Path path) {
    this.path = path;
    this.writer = new SqliteConnection(path);
    this.looker = new SqliteConnection(path);
    this.lister = new SqliteConnection(path);
    try {
      SqliteSchema.bringUpToDate(path, writer);
    } catch (SQLException | FlywayException e) {
      throw new StoreException("the SQLite file " + path + " can't be opened", e);
    }
  }

  <T> T write(String what, Work<T> work) {
    return used(writer, what, session -> inTransaction(session, work));
  }

  private static <T> T inTransaction(Session session, Work<T> work) throws SQLException {
    // IMMEDIATE: a transaction that began by reading could not be let write later on.
    session.execute("BEGIN IMMEDIATE");
    try {
      T result = work.in(session);
      session.execute("COMMIT");
      return result;
    } catch (SQLException | RuntimeException | Error e) {
      rollBack(session, e);
      throw e;
    }
  }

  private static void rollBack(Session session, Throwable cause) {
    try {
      session.execute("ROLLBACK");
    } catch (SQLException e) {
      // SQLite has rolled back by itself after some errors; the cause says which.
      cause.addSuppressed(e);
    }
  }

  /** Looks something up for the engine. */
  <T> T look(String what, Work<T> work) {
    return used(looker, what, work);
  }

  /** Lists something for people. */
  <T> T list(String what, Work<T> work) {
    return used(lister, what, work);
  }

  private <T> T used(SqliteConnection connection, String what, Work<T> work) {
    try {
      return connection.use(work);
    } catch (SQLException e) {
      throw failed(what, e);
    }
  }

  private StoreException failed(String what, SQLException e) {
    return new StoreException(what + " failed on the SQLite file " + path, e);
  }

  @Override
  public void close() {
    try {
      lister.close();
      looker.close();
      writer.close();
    } catch (SQLException e) {
      throw failed("closing", e);
    }
  }
}
