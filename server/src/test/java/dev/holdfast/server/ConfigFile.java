package dev.holdfast.server;

import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A configuration file of a test. */
final class ConfigFile {
  static final String CONNECTION =
      "connections: { payments: { url: \"http://localhost:9000\" } }\n";

  private final Path path;

  ConfigFile(Path folder) {
    this.path = folder.resolve("holdfast.yaml");
  }

  Path path() {
    return path;
  }

  ServerConfig read(String yaml) throws ConfigException {
    return ServerConfig.read(write(yaml));
  }

  Path write(String yaml) {
    try {
      return Files.writeString(path, yaml);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What is wrong with it, with the folder left out. */
  String mistakes(String yaml) {
    write(yaml);
    Throwable thrown = catchThrowable(() -> ServerConfig.read(path));
    if (!(thrown instanceof ConfigException)) {
      throw new AssertionError("a ConfigException was to be thrown but was " + thrown, thrown);
    }
    return String.valueOf(thrown.getMessage()).replace(path.getParent() + "/", "");
  }
}
