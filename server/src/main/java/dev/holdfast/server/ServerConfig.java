package dev.holdfast.server;

import dev.holdfast.core.BreakerPolicy;
import dev.holdfast.core.DeliveryPolicy;
import dev.holdfast.delivery.EngineOptions;
import dev.holdfast.delivery.Lane;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * A configuration file, read and checked.
 *
 * @param listen where the HTTP intake and the page are served
 * @param sqliteFile the SQLite file that is the store
 * @param connections the providers
 * @param subscribers who listens to what, and where it is posted
 * @param engine how the engine works
 */
public record ServerConfig(
    InetSocketAddress listen,
    Path sqliteFile,
    List<ConnectionConfig> connections,
    List<SubscriberConfig> subscribers,
    EngineOptions engine) {

  /**
   * A provider.
   *
   * @param name its name
   * @param url its base URL
   * @param timeout how long one request may take, headers and body
   * @param retries how often a failed request is tried again within one attempt
   * @param breaker when its breaker opens
   */
  public record ConnectionConfig(
      String name, String url, Duration timeout, int retries, BreakerPolicy breaker) {}

  /**
   * A subscriber.
   *
   * @param name its name
   * @param eventType the event type it listens to
   * @param path where its events are posted, below the connection's base URL
   * @param connection the connection
   * @param policy its retry budget and backoff
   */
  public record SubscriberConfig(
      String name, String eventType, String path, String connection, DeliveryPolicy policy) {

    Lane lane() {
      return new Lane(name, List.of(connection));
    }
  }

  /**
   * Reads and checks a file. A relative path of the SQLite file is relative to it.
   *
   * @param file the YAML file
   * @return the configuration
   * @throws ConfigException if it can't be read or holds a mistake
   */
  public static ServerConfig read(Path file) throws ConfigException {
    return ConfigReader.read(file);
  }

  /**
   * The lanes of its subscribers.
   *
   * @return one for each
   */
  public List<Lane> lanes() {
    return subscribers.stream().map(SubscriberConfig::lane).toList();
  }
}
