package dev.holdfast.server;

import dev.holdfast.client.BaseUrl;
import dev.holdfast.client.HttpConnection;
import dev.holdfast.core.BreakerPolicy;
import dev.holdfast.core.DeliveryPolicy;
import dev.holdfast.core.Durations;
import dev.holdfast.core.FullJitter;
import dev.holdfast.core.RetryBudget;
import dev.holdfast.delivery.EngineOptions;
import dev.holdfast.server.ServerConfig.ConnectionConfig;
import dev.holdfast.server.ServerConfig.SubscriberConfig;
import java.net.InetSocketAddress;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.nodes.Node;

/** Reads a configuration file and names every mistake in it. */
final class ConfigReader {
  private static final String SQLITE = "jdbc:sqlite:";
  private static final Pattern LISTEN =
      Pattern.compile("(\\[[0-9a-fA-F:]+]|[^:\\[\\]\\s]+):([0-9]{1,5})");
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  /** More would outlast any attempt's time limit; waiting longer is the subscriber's retry. */
  private static final int RETRIES_MAX = 10;

  private static final Duration WAIT_MIN = Duration.ofMillis(1);

  /** A longer wait could not fit into any budget. */
  private static final Duration WAIT_MAX = Duration.ofDays(30);

  private final Path file;
  private final Mistakes mistakes;

  private ConfigReader(Path file) {
    this.file = file;
    this.mistakes = new Mistakes(file.toString());
  }

  static ServerConfig read(Path file) throws ConfigException {
    return new ConfigReader(file).read();
  }

  private ServerConfig read() throws ConfigException {
    Optional<Node> root = new YamlText(file, mistakes).compose();
    if (root.filter(node -> !ConfigMap.isEmpty(node)).isEmpty()) {
      mistakes.throwIfAny();
      mistakes.add(1, "the file must hold a configuration but was empty");
    }
    mistakes.throwIfAny();
    ServerConfig config = config(ConfigMap.root(root.orElseThrow(), mistakes));
    mistakes.throwIfAny();
    return config;
  }

  private ServerConfig config(ConfigMap root) {
    root.knows("listen", "store", "connections", "subscribers", "backoff", "breaker", "engine");
    BreakerPolicy breaker = breaker(root.map("breaker"), BreakerPolicy.DEFAULT);
    FullJitter backoff = backoff(root.map("backoff"), FullJitter.FOR_DELIVERIES);
    List<ConnectionConfig> connections = connections(root.map("connections"), breaker);
    return new ServerConfig(
        listen(root),
        store(root),
        connections,
        subscribers(root.map("subscribers"), names(connections), backoff),
        engine(root.map("engine")));
  }

  private static Set<String> names(List<ConnectionConfig> connections) {
    // In the order of the file, which is the order that a mistake lists them in.
    return new LinkedHashSet<>(connections.stream().map(ConnectionConfig::name).toList());
  }

  private static InetSocketAddress listen(ConfigMap root) {
    String text = root.text("listen").orElse("127.0.0.1:8080");
    Matcher matcher = LISTEN.matcher(text);
    if (!matcher.matches() || Integer.parseInt(matcher.group(2)) > 65_535) {
      root.wrong("listen", "must be an address and a port such as 127.0.0.1:8080");
      return InetSocketAddress.createUnresolved("127.0.0.1", 0);
    }
    return InetSocketAddress.createUnresolved(matcher.group(1), Integer.parseInt(matcher.group(2)));
  }

  private Path store(ConfigMap root) {
    String url = root.text("store").orElse(SQLITE + "holdfast.db");
    Optional<Path> path =
        url.startsWith(SQLITE) ? path(url.substring(SQLITE.length())) : Optional.empty();
    if (path.isEmpty()) {
      root.wrong("store", "must be jdbc:sqlite: and the path of a file");
    }
    return path.orElse(file);
  }

  private Optional<Path> path(String text) {
    if (text.isEmpty() || text.startsWith(":") || text.startsWith("file:")) {
      return Optional.empty();
    }
    try {
      Path path = file.toAbsolutePath().resolveSibling(text).normalize();
      // The driver would take what follows a question mark for options, wherever it stands.
      return path.toString().contains("?") ? Optional.empty() : Optional.of(path);
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  private static List<ConnectionConfig> connections(ConfigMap all, BreakerPolicy breaker) {
    List<ConnectionConfig> connections = new ArrayList<>();
    for (Map.Entry<String, ConfigMap> each : all.named("connection").entrySet()) {
      ConfigMap map = each.getValue();
      map.knows("url", "timeout", "retries", "breaker");
      connections.add(
          new ConnectionConfig(
              each.getKey(),
              url(map),
              timeout(map),
              retries(map),
              breaker(map.map("breaker"), breaker)));
    }
    return connections;
  }

  private static String url(ConfigMap map) {
    String text = map.required("url", "\"https://api.example.com\"");
    return text.isEmpty()
        ? text
        : map.checked(text, List.of("url"), () -> BaseUrl.checked("url", text));
  }

  private static Duration timeout(ConfigMap map) {
    Duration timeout = map.duration("timeout", TIMEOUT);
    return map.checked(
        timeout, List.of("timeout"), () -> HttpConnection.checkedTimeout("timeout", timeout));
  }

  private static int retries(ConfigMap map) {
    return map.within("retries", map.number("retries", 0), 0, ConfigReader::checkedRetries);
  }

  private static int checkedRetries(int retries) {
    if (retries < 0 || retries > RETRIES_MAX) {
      throw new IllegalArgumentException(
          "retries must be between 0 and " + RETRIES_MAX + " but was " + retries);
    }
    return retries;
  }

  private static BreakerPolicy breaker(ConfigMap map, BreakerPolicy otherwise) {
    map.knows("threshold", "pause", "maxPause");
    int threshold =
        map.within(
            "threshold",
            map.number("threshold", otherwise.threshold()),
            otherwise.threshold(),
            n -> new BreakerPolicy(n, otherwise.firstPause(), otherwise.maxPause()));
    Duration pause =
        map.within(
            "pause",
            map.duration("pause", otherwise.firstPause()),
            otherwise.firstPause(),
            // A pause alone is meant as it stands, be it longer than the default's longest.
            d -> new BreakerPolicy(threshold, d, Durations.longer(d, otherwise.maxPause())));
    Duration longest = Durations.longer(pause, otherwise.maxPause());
    return new BreakerPolicy(
        threshold,
        pause,
        map.within(
            "maxPause",
            map.duration("maxPause", longest),
            longest,
            d -> new BreakerPolicy(threshold, pause, d)));
  }

  private static FullJitter backoff(ConfigMap map, FullJitter otherwise) {
    map.knows("base", "max", "min");
    // What is set stands as it is, and what is not set makes room for it.
    Duration base = map.duration("base", otherwise.base());
    Duration max = map.duration("max", Durations.longer(otherwise.cap(), base));
    Duration min = map.duration("min", Durations.shorter(otherwise.floor(), max));
    Duration least = map.has("base") ? base : WAIT_MIN;
    // Each is judged by the one before it, so the first that is wrong ends it.
    boolean unused =
        map.between("base", base, WAIT_MIN, WAIT_MAX)
            && map.between("max", max, least, WAIT_MAX)
            && map.between("min", min, Duration.ZERO, max);
    return new FullJitter(Durations.shorter(base, max), max, min);
  }

  private static List<SubscriberConfig> subscribers(
      ConfigMap all, Set<String> connections, FullJitter backoff) {
    List<SubscriberConfig> subscribers = new ArrayList<>();
    for (Map.Entry<String, ConfigMap> each : all.named("subscriber").entrySet()) {
      subscribers.add(subscriber(each.getKey(), each.getValue(), connections, backoff));
    }
    return subscribers;
  }

  private static SubscriberConfig subscriber(
      String name, ConfigMap map, Set<String> connections, FullJitter backoff) {
    map.knows("on", "post", "connection", "retry", "backoff");
    String eventType = map.required("on", "PaymentReceived");
    if (!eventType.isEmpty()) {
      map.checked(eventType, List.of("on"), () -> EventType.checked("on", eventType));
    }
    String path = map.required("post", "/payments");
    if (!path.isEmpty()) {
      map.checked(path, List.of("post"), () -> BaseUrl.checkedPath("post", path));
    }
    String connection = map.required("connection", "payments");
    if (!connection.isEmpty() && !connections.contains(connection)) {
      map.wrong("connection", "must be one of the connections (" + listed(connections) + ")");
    }
    DeliveryPolicy policy =
        new DeliveryPolicy(budget(name, map.map("retry")), backoff(map.map("backoff"), backoff));
    return new SubscriberConfig(name, eventType, path, connection, policy);
  }

  private static String listed(Set<String> connections) {
    return connections.isEmpty() ? "there are none" : String.join(", ", connections);
  }

  private static RetryBudget budget(String subscriber, ConfigMap map) {
    map.knows("attempts", "within");
    RetryBudget usual = RetryBudget.DEFAULT;
    return new RetryBudget(
        map.within(
            "attempts",
            map.number("attempts", usual.attempts()),
            usual.attempts(),
            n -> RetryBudget.declaredBy(subscriber, n, usual.within())),
        map.within(
            "within",
            map.duration("within", usual.within()),
            usual.within(),
            d -> RetryBudget.declaredBy(subscriber, usual.attempts(), d)));
  }

  private static EngineOptions engine(ConfigMap map) {
    map.knows("concurrency", "runLimit", "lease", "poll", "tick");
    EngineOptions usual = EngineOptions.DEFAULT;
    return new EngineOptions(
        map.within(
            "concurrency",
            map.number("concurrency", usual.concurrency()),
            usual.concurrency(),
            n -> new EngineOptions(n, usual.runLimit(), usual.lease(), usual.poll(), usual.tick())),
        engineTime(map, "runLimit", usual.runLimit(), d -> timed(d, usual.lease(), usual.poll())),
        engineTime(map, "lease", usual.lease(), d -> timed(usual.runLimit(), d, usual.poll())),
        engineTime(map, "poll", usual.poll(), d -> timed(usual.runLimit(), usual.lease(), d)),
        engineTime(
            map,
            "tick",
            usual.tick(),
            d ->
                new EngineOptions(
                    usual.concurrency(), usual.runLimit(), usual.lease(), usual.poll(), d)));
  }

  private static Duration engineTime(
      ConfigMap map, String key, Duration usual, Function<Duration, EngineOptions> check) {
    return map.within(key, map.duration(key, usual), usual, check);
  }

  private static EngineOptions timed(Duration runLimit, Duration lease, Duration poll) {
    EngineOptions usual = EngineOptions.DEFAULT;
    return new EngineOptions(usual.concurrency(), runLimit, lease, poll, usual.tick());
  }
}
