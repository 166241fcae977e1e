package dev.holdfast.plugin.jdbc;

import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;

/** Deletes what has expired in one table, a few rows now and then. Safe for use by many threads. */
final class Sweep {
  /** After so many writes, at most so many rows: no more come than go. */
  static final int BATCH = 100;

  private final Statements statements;
  private final InstantSource clock;
  private final String delete;
  private final AtomicLong writes = new AtomicLong();

  Sweep(Statements statements, InstantSource clock, String table, Dialect dialect) {
    this.statements = statements;
    this.clock = clock;
    this.delete = dialect.deleteExpired(table);
  }

  void afterWrite() {
    if (writes.incrementAndGet() % BATCH == 0) {
      expired(BATCH);
    }
  }

  /** Deletes at most so many, and tells how many. */
  int expired(int atMost) {
    long now = clock.millis();
    return statements.update(
        "delete what has expired",
        delete,
        statement -> {
          statement.setLong(1, now);
          statement.setInt(2, atMost);
          statement.setLong(3, now);
        });
  }
}
