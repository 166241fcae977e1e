package dev.holdfast.plugin.jdbc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.client.CallError;
import dev.holdfast.client.plugins.AuditRecord;
import dev.holdfast.client.plugins.BudgetStore;
import dev.holdfast.client.plugins.Outcome;
import dev.holdfast.client.plugins.StoredAnswer;
import dev.holdfast.core.ErrorCode;
import dev.holdfast.core.OperationKind;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the stores keep to on every database, beside the contract of answers. */
abstract class JdbcStoresContract {
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Instant START = Instant.parse("2026-11-14T12:00:00Z");

  private final AtomicReference<Instant> now = new AtomicReference<>(START);
  private DataSource database;
  private JdbcStores stores;

  /** A database without these tables. */
  abstract DataSource database();

  @BeforeEach
  void makeTables() {
    database = database();
    stores = JdbcStores.in(database, now::get).createTables();
  }

  private static StoredAnswer answer(String json) {
    return new StoredAnswer(json.getBytes(UTF_8), Optional.empty(), START);
  }

  private void keep(int answers) {
    for (int i = 0; i < answers; i++) {
      stores.answers().set("key-" + i, answer("1"), HOUR);
    }
  }

  @Test
  void tables_that_are_there_are_left_alone() {
    keep(1);

    stores.createTables();

    assertThat(stores.answers().get("key-0")).isNotNull();
  }

  @Test
  void what_has_expired_is_deleted_a_hundred_at_a_time_as_others_are_written() {
    keep(250);
    now.set(START.plus(HOUR).plusMillis(1));

    // The 250 writes above have swept twice; the next sweep comes with the 300th write.
    for (int i = 0; i < 49; i++) {
      stores.answers().set("new-" + i, answer("2"), HOUR);
    }
    assertThat(Tables.count(database, "holdfast_answer")).isEqualTo(299);
    stores.answers().set("new-49", answer("2"), HOUR);

    assertThat(Tables.count(database, "holdfast_answer")).isEqualTo(200);
    assertThat(stores.answers().get("new-0")).isNotNull();
  }

  @Test
  void what_has_expired_can_be_deleted_by_hand_and_nothing_else_is() {
    keep(5);
    stores.budgets().take("count", 1, HOUR);
    now.set(START.plus(HOUR));
    assertThat(stores.deleteExpired(100)).isZero();
    now.set(START.plus(HOUR).plusMillis(1));

    assertThat(stores.deleteExpired(3)).isEqualTo(4);
    assertThat(stores.deleteExpired(3)).isEqualTo(2);
    assertThatThrownBy(() -> stores.deleteExpired(0))
        .hasMessage("atMost must be at least 1 but was 0");
  }

  @Test
  void a_budget_gives_what_there_is_and_no_more() {
    BudgetStore budgets = stores.budgets();

    assertThat(budgets.take("a", 2, HOUR)).isTrue();
    assertThat(budgets.take("a", 2, HOUR)).isTrue();
    assertThat(budgets.take("a", 2, HOUR)).isFalse();

    assertThat(budgets.taken("a")).isEqualTo(2);
    assertThat(budgets.take("b", 2, HOUR)).isTrue();
    budgets.reset("a");
    assertThat(budgets.taken("a")).isZero();
    assertThat(budgets.take("a", 2, HOUR)).isTrue();
  }

  @Test
  void a_count_that_has_expired_begins_anew() {
    BudgetStore budgets = stores.budgets();
    budgets.take("a", 1, HOUR);

    now.set(START.plus(HOUR).minusMillis(1));
    assertThat(budgets.take("a", 1, HOUR)).isFalse();
    now.set(START.plus(HOUR));

    assertThat(budgets.taken("a")).isZero();
    assertThat(budgets.take("a", 1, HOUR)).isTrue();
    assertThat(budgets.taken("a")).isEqualTo(1);
  }

  @Test
  void however_many_threads_take_no_budget_is_exceeded() throws Exception {
    List<Future<Integer>> takers = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
      for (int i = 0; i < 8; i++) {
        takers.add(
            threads.submit(() -> {
              int taken = 0;
              for (int j = 0; j < 20; j++) {
                taken += stores.budgets().take("a", 100, HOUR) ? 1 : 0;
              }
              return taken;
            }));
      }
    }
    int taken = 0;
    for (Future<Integer> taker : takers) {
      taken += taker.get();
    }

    assertThat(taken).isEqualTo(100);
    assertThat(stores.budgets().taken("a")).isEqualTo(100);
  }

  @Test
  void an_audit_record_is_a_row() {
    stores
        .auditLog()
        .keep(
            new AuditRecord(
                START,
                "nightly",
                "crm",
                "agency",
                OperationKind.READ,
                "GET",
                "/a/7",
                new Outcome.Failed(
                    CallError.of(ErrorCode.PROVIDER, "crm", "crm responded 503")
                        .status(503)
                        .build()),
                3,
                Duration.ofMillis(1500)));

    assertThat(
            Tables.rows(
                database,
                "SELECT at, label, provider, workspace, kind, method, path, failure, status,"
                    + " requests, stale, duration_ms FROM holdfast_audit"))
        .containsExactly(
            START.toEpochMilli() + "|nightly|crm|agency|READ|GET|/a/7|Provider|503|3|0|1500");
  }

  @Test
  void a_connection_without_autocommit_is_committed_and_undone_where_it_fails() {
    DataSource manual = withoutAutocommit(database);
    JdbcStores others = JdbcStores.in(manual, now::get);

    others.answers().set("key", answer("1"), HOUR);

    assertThat(stores.answers().get("key")).isEqualTo(answer("1"));
    Tables.drop(database);
    assertThatThrownBy(() -> others.answers().get("key")).isInstanceOf(StoreException.class);
  }

  private static DataSource withoutAutocommit(DataSource database) {
    return (DataSource)
        Proxy.newProxyInstance(
            DataSource.class.getClassLoader(),
            new Class<?>[] {DataSource.class},
            (proxy, method, arguments) -> {
              Object result = method.invoke(database, arguments);
              if (result instanceof Connection connection) {
                connection.setAutoCommit(false);
              }
              return result;
            });
  }

  @Test
  void an_error_says_what_was_done_and_no_value() {
    Tables.drop(database);

    assertThatThrownBy(() -> stores.answers().set("key", answer("hush"), HOUR))
        .isInstanceOf(StoreException.class)
        .hasMessageMatching("store could not keep an answer \\(SQL state .*, code \\d+\\)")
        .hasMessageNotContaining("hush");
  }
}
