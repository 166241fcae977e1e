package dev.holdfast.cli;

import dev.holdfast.server.ConfigException;
import dev.holdfast.server.ServerConfig;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The option that names the configuration, through which the store is found. */
final class ConfigOption {
  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "The configuration (default: ${DEFAULT-VALUE}).",
      defaultValue = "holdfast.yaml")
  private Path file = Path.of("holdfast.yaml");

  ServerConfig read() throws ConfigException {
    return ServerConfig.read(file);
  }
}
