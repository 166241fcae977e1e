package dev.holdfast.cli;

import dev.holdfast.delivery.Store;
import dev.holdfast.server.HoldfastServer;
import dev.holdfast.server.ServerConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.util.function.Function;

/** Opens a store to look into it, and never makes one. */
final class OpenStore {
  private OpenStore() {}

  static <T> T look(ServerConfig config, Function<Store, T> at) throws IOException {
    if (!Files.exists(config.sqliteFile())) {
      throw new IOException(
          "there is no store yet at "
              + config.sqliteFile()
              + ": start 'holdfast dev' or emit an event first");
    }
    try (Store store = HoldfastServer.openStore(config)) {
      return at.apply(store);
    }
  }
}
