package dev.holdfast.server;

import dev.holdfast.client.Client;
import dev.holdfast.client.HttpApi;
import dev.holdfast.client.HttpConnection;
import dev.holdfast.client.Options;
import dev.holdfast.client.transport.JdkTransport;
import dev.holdfast.client.transport.Transport;
import dev.holdfast.delivery.Action;
import dev.holdfast.delivery.AlertListener;
import dev.holdfast.delivery.Engine;
import dev.holdfast.delivery.EngineBuilder;
import dev.holdfast.delivery.Listings;
import dev.holdfast.delivery.Store;
import dev.holdfast.delivery.Subscriber;
import dev.holdfast.delivery.SystemRuntime;
import dev.holdfast.server.ServerConfig.ConnectionConfig;
import dev.holdfast.server.ServerConfig.SubscriberConfig;
import dev.holdfast.store.jdbc.SqliteStore;
import java.io.IOException;
import java.net.BindException;
import java.net.UnknownHostException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The engine, its intake and its page, put together from a configuration. */
public final class HoldfastServer {
  private final ServerConfig config;
  private final JdkTransport transport;
  private final Store store;
  private final Engine engine;
  private final HttpFront front;

  private HoldfastServer(ServerConfig config, AlertListener alerts) {
    this.config = config;
    this.store = openStore(config);
    this.transport = JdkTransport.create();
    this.engine = engine(config, store, transport, alerts);
    Page page = new Page(store.listings(), config.lanes(), engine::now);
    this.front = new HttpFront(config.listen(), new Routes(new Intake(engine), page));
  }

  /**
   * Opens the store that a configuration names.
   *
   * @param config the configuration
   * @return the store, which the caller closes
   */
  public static Store openStore(ServerConfig config) {
    return SqliteStore.open(config.sqliteFile(), SystemRuntime.clock());
  }

  /**
   * An engine that can emit into a store, and is not started.
   *
   * @param config the configuration
   * @param store the store
   * @return the engine
   */
  public static Engine emitter(ServerConfig config, Store store) {
    EngineBuilder builder = Engine.in(store);
    for (SubscriberConfig each : config.subscribers()) {
      builder.subscriber(
          subscriber(
              each,
              (event, attempt) -> {
                throw new IllegalStateException("this engine only emits");
              }));
    }
    return builder.build();
  }

  private static Subscriber subscriber(SubscriberConfig config, Action action) {
    return new Subscriber(
        config.name(), config.eventType(), List.of(config.connection()), config.policy(), action);
  }

  private static Engine engine(
      ServerConfig config, Store store, JdkTransport transport, AlertListener alerts) {
    EngineBuilder builder = Engine.in(store).options(config.engine()).alerts(alerts);
    Map<String, HttpConnection> connections = new HashMap<>();
    for (ConnectionConfig each : config.connections()) {
      builder.breaker(each.name(), each.breaker());
      connections.put(each.name(), connection(each, transport));
    }
    for (SubscriberConfig each : config.subscribers()) {
      HttpConnection connection =
          Optional.ofNullable(connections.get(each.connection())).orElseThrow();
      builder.subscriber(subscriber(each, new PostAction(connection, each.path())));
    }
    return builder.build();
  }

  private static HttpConnection connection(ConnectionConfig config, Transport transport) {
    HttpApi provider =
        HttpApi.named(config.name())
            .baseUrl(config.url())
            // Only the status is looked at, so any answer will do.
            .header("Accept", "*/*")
            .idempotencyKeys()
            .build();
    return new HttpConnection(
        Client.of(provider)
            .options(Options.none().timeout(config.timeout()).retries(config.retries()))
            .transport(transport)
            // Each delivery waits as it was asked to, and the breaker holds them all.
            .noSlowDown()
            .build());
  }

  /**
   * Starts a server.
   *
   * @param config the configuration
   * @param alerts who is told of alerts
   * @return the running server
   * @throws IOException if the address can't be listened on
   */
  public static HoldfastServer start(ServerConfig config, AlertListener alerts) throws IOException {
    HoldfastServer server = new HoldfastServer(config, alerts);
    try {
      server.front.start();
    } catch (IOException e) {
      server.transport.close();
      server.store.close();
      throw explained(config, e);
    }
    server.engine.start();
    return server;
  }

  private static IOException explained(ServerConfig config, IOException e) {
    if (e instanceof UnknownHostException) {
      return new IOException(
          "listen must be an address of this machine but "
              + config.listen().getHostString()
              + " is none",
          e);
    }
    String address = config.listen().getHostString() + ":" + config.listen().getPort();
    return e instanceof BindException || e.getCause() instanceof BindException
        ? new BindException(
            "listen must be an address that is free but "
                + address
                + " is taken or not this machine's; set another with listen: in the configuration")
        : new IOException("the HTTP server can't start on " + address, e);
  }

  /**
   * The port it listens on.
   *
   * @return the port, also where the configuration leaves the choice with 0
   */
  public int port() {
    return front.port();
  }

  /**
   * The engine.
   *
   * @return the engine, started
   */
  public Engine engine() {
    return engine;
  }

  /**
   * What people are shown.
   *
   * @return the store's listings
   */
  public Listings listings() {
    return store.listings();
  }

  /**
   * The configuration it runs by.
   *
   * @return the configuration
   */
  public ServerConfig config() {
    return config;
  }

  /** Takes no more events, drains the engine and closes the store. */
  public void stop() {
    front.stop();
    engine.stop();
    transport.close();
    store.close();
  }
}
