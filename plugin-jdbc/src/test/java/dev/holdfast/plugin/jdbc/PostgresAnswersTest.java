package dev.holdfast.plugin.jdbc;

import dev.holdfast.client.plugins.AnswerStore;
import dev.holdfast.client.plugins.AnswerStoreContract;
import java.time.InstantSource;

class PostgresAnswersTest extends AnswerStoreContract {
  @Override
  protected AnswerStore store(InstantSource clock) {
    return JdbcStores.in(Postgres.empty(), clock).createTables().answers();
  }
}
