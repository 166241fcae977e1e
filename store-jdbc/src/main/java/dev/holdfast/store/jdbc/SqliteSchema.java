package dev.holdfast.store.jdbc;

import dev.holdfast.delivery.StoreException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.flywaydb.core.Flyway;

/** Creates a store's file and brings its schema up to date, one process at a time. */
final class SqliteSchema {
  /** The last migration there is. */
  private static final int LATEST = 1;

  private static final String HISTORY = "holdfast_schema_history";

  /** A lock on a file holds between processes, and only between them. */
  private static final ReentrantLock IN_THIS_PROCESS = new ReentrantLock();

  private SqliteSchema() {}

  static void bringUpToDate(Path file, SqliteConnection connection) throws SQLException {
    createForOwnerOnly(file);
    // Also first, for what is no database is told at once here, and by Flyway after many seconds.
    if (isUpToDate(connection)) {
      return;
    }
    Path lockFile = file.resolveSibling(file.getFileName() + ".migrating");
    IN_THIS_PROCESS.lock();
    try (FileChannel channel =
            FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = channel.lock()) {
      if (lock.isValid() && !isUpToDate(connection)) {
        migrate(file);
      }
      // Whoever still waits for the lock of the file that is gone finds nothing left to do.
      Files.deleteIfExists(lockFile);
    } catch (IOException e) {
      throw new StoreException("the schema of the SQLite file " + file + " can't be locked", e);
    } finally {
      IN_THIS_PROCESS.unlock();
    }
  }

  private static boolean isUpToDate(SqliteConnection connection) throws SQLException {
    return connection.use(session -> {
      List<String> history =
          session.query(
              "SELECT name FROM sqlite_schema WHERE type = 'table' AND name = ?",
              row -> row.getString(1),
              HISTORY);
      return !history.isEmpty()
          && session.number(
                  "SELECT coalesce(max(CAST(version AS INTEGER)), 0) FROM "
                      + HISTORY
                      + " WHERE success = 1")
              >= LATEST;
    });
  }

  private static void migrate(Path file) {
    Flyway.configure(SqliteSchema.class.getClassLoader())
        .dataSource("jdbc:sqlite:" + file + "?busy_timeout=5000", null, null)
        .locations("classpath:dev/holdfast/store/jdbc/sqlite")
        .table(HISTORY)
        .baselineOnMigrate(true)
        .baselineVersion("0")
        .load()
        .migrate();
  }

  private static void createForOwnerOnly(Path file) {
    if (Files.exists(file)) {
      return;
    }
    try {
      if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
        Files.createFile(
            file,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      } else {
        Files.createFile(file);
      }
    } catch (FileAlreadyExistsException e) {
      // Another process was quicker.
    } catch (IOException e) {
      throw new StoreException(
          "the SQLite file " + file + " can't be created: its folder must exist and be writable",
          e);
    }
  }
}
