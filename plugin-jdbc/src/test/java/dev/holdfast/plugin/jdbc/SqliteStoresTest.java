package dev.holdfast.plugin.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteStoresTest extends JdbcStoresContract {
  @TempDir Path folder;

  @Override
  DataSource database() {
    return Tables.sqlite(folder);
  }

  @Test
  void what_has_expired_is_found_by_an_index() {
    String plan =
        String.join(
            "\n",
            Tables.rows(
                database(),
                "EXPLAIN QUERY PLAN DELETE FROM holdfast_answer WHERE key IN (SELECT key FROM"
                    + " holdfast_answer WHERE expires_at <= 1 ORDER BY expires_at LIMIT 100)"));

    assertThat(plan).contains("holdfast_answer_expires_at").doesNotContain("SCAN holdfast_answer");
  }
}
