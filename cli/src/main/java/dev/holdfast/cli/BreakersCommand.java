package dev.holdfast.cli;

import dev.holdfast.delivery.BreakerView;
import dev.holdfast.delivery.Store;
import dev.holdfast.server.BreakerText;
import dev.holdfast.server.ServerConfig;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code breakers}: shows which connections are held, and what happens next. */
@Command(
    name = "breakers",
    header = "Shows the circuit breaker of each connection.",
    description = "Opens the store directly: it works beside a running server and without one.%n",
    optionListHeading = "%nOptions:%n",
    footer = {"", "Example:", "  $ holdfast breakers --config examples/payments/holdfast.yaml"})
final class BreakersCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private ConfigOption config = new ConfigOption();

  @Option(names = "--json", description = "Print JSON in place of a table.")
  private boolean json;

  @Mixin
  @SuppressWarnings("unused") // picocli looks at it
  private final HelpOption help = new HelpOption();

  @Override
  public Integer call() throws Exception {
    ServerConfig read = config.read();
    String text = OpenStore.look(read, store -> shown(store, read));
    PrintWriter out = spec.commandLine().getOut();
    out.print(text);
    out.flush();
    return CommandLine.ExitCode.OK;
  }

  private String shown(Store store, ServerConfig read) {
    Instant now = store.now();
    List<BreakerView> views = store.listings().breakers(read.lanes(), now);
    return json ? StoreJson.breakers(views) : table(views, now);
  }

  private static String table(List<BreakerView> views, Instant now) {
    if (views.isEmpty()) {
      return "No connection has failed yet: every breaker is closed." + System.lineSeparator();
    }
    Table table = new Table("CONNECTION", "STATE", "HELD", "NEXT");
    for (BreakerView view : views) {
      table.row(
          view.connection(),
          BreakerText.state(view.breaker()),
          view.held(),
          BreakerText.next(view.breaker(), now));
    }
    return table.toString();
  }
}
