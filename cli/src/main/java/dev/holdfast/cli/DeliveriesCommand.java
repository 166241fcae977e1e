package dev.holdfast.cli;

import dev.holdfast.core.Durations;
import dev.holdfast.delivery.DeliveryState;
import dev.holdfast.delivery.DeliveryView;
import dev.holdfast.delivery.Failure;
import dev.holdfast.delivery.Holding;
import dev.holdfast.delivery.Lane;
import dev.holdfast.delivery.Listings;
import dev.holdfast.delivery.Store;
import dev.holdfast.server.ServerConfig;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code deliveries}: lists deliveries, the newest first. */
@Command(
    name = "deliveries",
    header = "Lists deliveries, the newest first.",
    description = "Opens the store directly: it works beside a running server and without one.%n",
    optionListHeading = "%nOptions:%n",
    footer = {"", "Example:", "  $ holdfast deliveries --state held"})
final class DeliveriesCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private ConfigOption config = new ConfigOption();

  @Option(
      names = "--state",
      paramLabel = "STATE",
      description =
          "Only those in this state: pending, running, held, parked, succeeded, failed or"
              + " cancelled.")
  private @Nullable String state;

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "50",
      description = "How many at most, 1 to 100000 (default: ${DEFAULT-VALUE}).")
  private int limit = 50;

  @Option(names = "--json", description = "Print JSON in place of a table.")
  private boolean json;

  private int shown;

  @Mixin
  @SuppressWarnings("unused") // picocli looks at it
  private final HelpOption help = new HelpOption();

  @Override
  public Integer call() throws Exception {
    Optional<DeliveryState> wanted = wanted();
    if (limit < 1 || limit > 100_000) {
      throw refused("--limit must be between 1 and 100000 but was " + limit);
    }
    ServerConfig read = config.read();
    String text = OpenStore.look(read, store -> shown(store, read, wanted));
    PrintWriter out = spec.commandLine().getOut();
    out.print(text);
    out.flush();
    if (shown == limit) {
      PrintWriter err = spec.commandLine().getErr();
      err.println("the newest " + limit + " are shown; there may be more (--limit)");
      err.flush();
    }
    return CommandLine.ExitCode.OK;
  }

  private Optional<DeliveryState> wanted() {
    try {
      return Optional.ofNullable(state).map(DeliveryState::of);
    } catch (IllegalArgumentException e) {
      throw refused("--" + e.getMessage());
    }
  }

  private ParameterException refused(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  private String shown(Store store, ServerConfig read, Optional<DeliveryState> wanted) {
    Listings listings = store.listings();
    Instant now = store.now();
    Holding holding = listings.holding(read.lanes());
    List<DeliveryView> views = listings.deliveries(holding, wanted, limit, now);
    shown = views.size();
    return json ? StoreJson.deliveries(views) : table(views, subscribers(read), now);
  }

  private static Set<String> subscribers(ServerConfig read) {
    return read.lanes().stream().map(Lane::subscriber).collect(Collectors.toSet());
  }

  private static String table(List<DeliveryView> views, Set<String> subscribers, Instant now) {
    if (views.isEmpty()) {
      return "No deliveries." + System.lineSeparator();
    }
    Table table =
        new Table("DELIVERY", "TYPE", "SUBSCRIBER", "STATE", "ATTEMPTS", "LAST FAILURE", "NEXT");
    for (DeliveryView view : views) {
      table.row(
          view.id(),
          view.type(),
          view.subscriber(),
          view.state().text(),
          view.attempts(),
          view.failure().map(DeliveriesCommand::failure).orElse("-"),
          subscribers.contains(view.subscriber())
              ? next(view, now)
              : forNobody(view.state()).orElseGet(() -> next(view, now)));
    }
    return table.toString();
  }

  private static String failure(Failure failure) {
    String kind = failure.kind().text();
    return failure.status().isPresent() ? kind + " " + failure.status().getAsInt() : kind;
  }

  /** Why a delivery does not move whose subscriber was renamed or taken away. */
  private static Optional<String> forNobody(DeliveryState state) {
    return switch (state) {
      case PENDING, HELD, RUNNING -> Optional.of("waits: no such subscriber is configured");
      case PARKED, SUCCEEDED, FAILED, CANCELLED -> Optional.empty();
    };
  }

  private static String next(DeliveryView view, Instant now) {
    return switch (view.state()) {
      case HELD ->
          view.heldBy()
              .map(by -> "held by " + by.connection() + " for " + ago(by.openedAt(), now))
              .orElse("held");
      case PENDING ->
          view.dueAt().isAfter(now.plusSeconds(1)) ? "due in " + ago(now, view.dueAt()) : "due now";
      case RUNNING -> "on its way";
      case PARKED -> "waits for a person";
      case SUCCEEDED, FAILED, CANCELLED -> "-";
    };
  }

  private static String ago(Instant from, Instant to) {
    return Durations.text(Duration.ofSeconds(Duration.between(from, to).toSeconds()));
  }
}
