package dev.holdfast.plugin.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

class PostgresStoresTest extends JdbcStoresContract {

  @Override
  DataSource database() {
    return Postgres.empty();
  }

  @Test
  void what_has_expired_is_found_by_an_index() {
    DataSource database = Postgres.database();
    Tables.execute(
        database,
        "INSERT INTO holdfast_answer SELECT 'k' || i, '\\x00', NULL, i, i"
            + " FROM generate_series(1, 20000) i",
        "ANALYZE holdfast_answer");

    String plan =
        String.join(
            "\n",
            Tables.rows(
                database,
                "EXPLAIN "
                    + Dialect.POSTGRESQL
                        .deleteExpired("holdfast_answer")
                        .replaceFirst("\\?", "500")
                        .replaceFirst("\\?", "100")
                        .replaceFirst("\\?", "500")));

    assertThat(plan).contains("holdfast_answer_expires_at").doesNotContain("Seq Scan");
  }
}
