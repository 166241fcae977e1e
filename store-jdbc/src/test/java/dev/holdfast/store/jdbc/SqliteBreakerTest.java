package dev.holdfast.store.jdbc;

import dev.holdfast.delivery.BreakerContract;
import dev.holdfast.delivery.Store;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class SqliteBreakerTest extends BreakerContract {
  @TempDir private Path folder;

  @Override
  protected Store open() {
    return SqliteStore.open(folder.resolve("holdfast.db"), () -> START);
  }
}
