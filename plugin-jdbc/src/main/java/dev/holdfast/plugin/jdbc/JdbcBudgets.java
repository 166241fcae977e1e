package dev.holdfast.plugin.jdbc;

import dev.holdfast.client.plugins.BudgetStore;
import java.time.Duration;
import java.time.InstantSource;

/**
 * Counts in the table {@code holdfast_budget}.
 *
 * @param statements the database
 * @param clock what they expire by
 * @param sweep what is done about expired ones
 */
record JdbcBudgets(Statements statements, InstantSource clock, Sweep sweep) implements BudgetStore {
  // One statement, which the database lets nothing come between.
  private static final String TAKE =
      "INSERT INTO holdfast_budget (key, taken, expires_at) VALUES (?, 1, ?)"
          + " ON CONFLICT (key) DO UPDATE SET"
          + " taken = CASE WHEN holdfast_budget.expires_at > ? THEN holdfast_budget.taken + 1"
          + " ELSE 1 END, expires_at = excluded.expires_at"
          + " WHERE holdfast_budget.expires_at <= ? OR holdfast_budget.taken < ?";
  private static final String TAKEN =
      "SELECT taken FROM holdfast_budget WHERE key = ? AND expires_at > ?";
  private static final String RESET = "DELETE FROM holdfast_budget WHERE key = ?";

  @Override
  public boolean take(String key, long limit, Duration ttl) {
    long now = clock.millis();
    long expiresAt = Times.after(clock, ttl);
    int changed =
        statements.update(
            "take from a budget",
            TAKE,
            statement -> {
              statement.setString(1, key);
              statement.setLong(2, expiresAt);
              statement.setLong(3, now);
              statement.setLong(4, now);
              statement.setLong(5, limit);
            });
    sweep.afterWrite();
    return changed > 0;
  }

  @Override
  public long taken(String key) {
    long now = clock.millis();
    Long taken =
        statements.row(
            "read a budget",
            TAKEN,
            statement -> {
              statement.setString(1, key);
              statement.setLong(2, now);
            },
            row -> row.getLong(1));
    return taken == null ? 0 : taken;
  }

  @Override
  public void reset(String key) {
    statements.update("reset a budget", RESET, statement -> statement.setString(1, key));
  }
}
