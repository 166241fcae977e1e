package dev.holdfast.plugin.jdbc;

import dev.holdfast.client.plugins.AnswerStore;
import dev.holdfast.client.plugins.AuditLog;
import dev.holdfast.client.plugins.BudgetStore;
import dev.holdfast.client.runtime.SystemRuntime;
import java.sql.Statement;
import java.time.InstantSource;
import javax.sql.DataSource;

/**
 * What plugins of clients keep, in a SQLite or PostgreSQL database: answers for failover and cache,
 * counts for budgets, records of an audit.
 *
 * <p>Each call takes one connection, runs one statement, commits it and gives the connection back:
 * take them from a pool. What the database refuses is a {@link StoreException}. Safe for use by
 * many threads; several processes may share a database.
 *
 * <p>After each 100th write of answers or counts, at most 100 that have expired are deleted. Audit
 * records are kept until you delete them.
 */
public final class JdbcStores {
  private final Statements statements;
  private final Dialect dialect;
  private final Sweep answerSweep;
  private final Sweep budgetSweep;
  private final AnswerStore answers;
  private final BudgetStore budgets;

  private JdbcStores(Statements statements, Dialect dialect, InstantSource clock) {
    this.statements = statements;
    this.dialect = dialect;
    this.answerSweep = new Sweep(statements, clock, "holdfast_answer", dialect);
    this.budgetSweep = new Sweep(statements, clock, "holdfast_budget", dialect);
    this.answers = new JdbcAnswers(statements, clock, answerSweep);
    this.budgets = new JdbcBudgets(statements, clock, budgetSweep);
  }

  /**
   * Stores in a database, by the system's clock. Asks the database what it is.
   *
   * @param database where connections come from; it is not closed
   * @return the stores
   * @throws IllegalArgumentException if it is neither SQLite nor PostgreSQL
   * @throws StoreException if it can't be reached
   */
  public static JdbcStores in(DataSource database) {
    return in(database, SystemRuntime.get().clock());
  }

  /**
   * Stores in a database, by a clock of one's own.
   *
   * @param database where connections come from; it is not closed
   * @param clock what answers and counts expire by
   * @return the stores
   * @throws IllegalArgumentException if it is neither SQLite nor PostgreSQL
   * @throws StoreException if it can't be reached
   */
  public static JdbcStores in(DataSource database, InstantSource clock) {
    Statements statements = new Statements(database);
    String product =
        statements.with(
            "say what it is", connection -> connection.getMetaData().getDatabaseProductName());
    return new JdbcStores(statements, Dialect.of(product), clock);
  }

  /**
   * Makes the tables {@code holdfast_answer}, {@code holdfast_budget} and {@code holdfast_audit},
   * and leaves alone what is there. Those who migrate by themselves find the same statements in
   * {@code dev/holdfast/plugin/jdbc/sqlite.sql} and {@code postgresql.sql}.
   *
   * @return this
   * @throws StoreException if the database refuses
   */
  public JdbcStores createTables() {
    Integer unused =
        statements.with(
            "make its tables",
            connection -> {
              try (Statement statement = connection.createStatement()) {
                for (String each : dialect.schema()) {
                  statement.execute(each);
                }
              }
              return 0;
            });
    return this;
  }

  /**
   * Where failover and cache keep answers, their times to the millisecond.
   *
   * @return the store, the same each time
   */
  public AnswerStore answers() {
    return answers;
  }

  /**
   * Where budgets count, for all processes.
   *
   * @return the store, the same each time
   */
  public BudgetStore budgets() {
    return budgets;
  }

  /**
   * Where an audit keeps its records, one row each.
   *
   * @return a log
   */
  public AuditLog auditLog() {
    return new JdbcAuditLog(statements);
  }

  /**
   * Deletes answers and counts that have expired, for those who schedule it; else the stores do so
   * by and by.
   *
   * @param atMost how many of each at most, 1 or more
   * @return how many were deleted
   * @throws IllegalArgumentException if atMost is less than 1
   * @throws StoreException if the database refuses
   */
  public int deleteExpired(int atMost) {
    if (atMost < 1) {
      throw new IllegalArgumentException("atMost must be at least 1 but was " + atMost);
    }
    return answerSweep.expired(atMost) + budgetSweep.expired(atMost);
  }
}
