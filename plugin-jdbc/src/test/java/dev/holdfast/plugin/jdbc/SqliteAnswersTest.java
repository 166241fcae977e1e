package dev.holdfast.plugin.jdbc;

import dev.holdfast.client.plugins.AnswerStore;
import dev.holdfast.client.plugins.AnswerStoreContract;
import java.nio.file.Path;
import java.time.InstantSource;
import org.junit.jupiter.api.io.TempDir;

class SqliteAnswersTest extends AnswerStoreContract {
  @TempDir Path folder;

  @Override
  protected AnswerStore store(InstantSource clock) {
    return JdbcStores.in(Tables.sqlite(folder), clock).createTables().answers();
  }
}
