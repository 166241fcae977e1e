package dev.holdfast.store.jdbc;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteOpenMode;

/**
 * A connection that one thread uses at a time, and that is opened anew after an error: a statement
 * that failed may never work again.
 */
final class SqliteConnection {
  /** How long to wait for another process's transaction: well within a lease. */
  private static final int BUSY_MILLIS = 5_000;

  private final Path file;
  private final ReentrantLock using = new ReentrantLock();
  private Optional<Session> session = Optional.empty();
  private boolean closed;

  /** What is done with a connection. */
  interface Work<T> {
    T in(Session session) throws SQLException;
  }

  SqliteConnection(Path file) {
    this.file = file;
  }

  <T> T use(Work<T> work) throws SQLException {
    using.lock();
    try {
      return work.in(session());
    } catch (SQLException e) {
      closeAfter(e);
      throw e;
    } finally {
      using.unlock();
    }
  }

  private Session session() throws SQLException {
    if (closed) {
      throw new SQLException("the store was closed");
    }
    if (session.isEmpty()) {
      SQLiteConfig config = new SQLiteConfig();
      config.setBusyTimeout(BUSY_MILLIS);
      config.setJournalMode(SQLiteConfig.JournalMode.WAL);
      config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
      config.enforceForeignKeys(true);
      // A file that somebody took away is an error, and not a reason to begin an empty one.
      config.resetOpenMode(SQLiteOpenMode.CREATE);
      session = Optional.of(new Session(config.createConnection("jdbc:sqlite:" + file)));
    }
    return session.get();
  }

  private void closeAfter(SQLException cause) {
    try {
      closeSession();
    } catch (SQLException e) {
      cause.addSuppressed(e);
    }
  }

  private void closeSession() throws SQLException {
    Optional<Session> closing = session;
    session = Optional.empty();
    if (closing.isPresent()) {
      closing.get().close();
    }
  }

  /** Closes it for good, once nobody uses it. */
  void close() throws SQLException {
    using.lock();
    try {
      closed = true;
      closeSession();
    } finally {
      using.unlock();
    }
  }
}
