package dev.holdfast.cli;

import dev.holdfast.core.Durations;
import dev.holdfast.server.HoldfastServer;
import dev.holdfast.server.Printable;
import dev.holdfast.server.ServerConfig;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code dev}: the engine, the intake and the page in one process, alerts printed. */
@Command(
    name = "dev",
    header = "Runs the engine, the HTTP intake and the page, and prints alerts.",
    description = {
      "",
      "Ctrl-C drains: nothing new is claimed, what is on its way ends, exit code 0.",
      "A second Ctrl-C stops at once; what was on its way is taken up at the next start.",
      ""
    },
    parameterListHeading = "Parameters:%n",
    optionListHeading = "%nOptions:%n",
    footer = {"", "Example:", "  $ holdfast dev examples/payments/holdfast.yaml"})
final class DevCommand implements Callable<Integer> {
  private static final int LINE_MAX = 1_000;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(
      arity = "0..1",
      paramLabel = "CONFIG",
      defaultValue = "holdfast.yaml",
      description = "The configuration (default: ${DEFAULT-VALUE}).")
  private Path file = Path.of("holdfast.yaml");

  @Mixin
  @SuppressWarnings("unused") // picocli looks at it
  private final HelpOption help = new HelpOption();

  @Override
  public Integer call() throws Exception {
    PrintWriter out = spec.commandLine().getOut();
    ServerConfig config = ServerConfig.read(file);
    CountDownLatch interrupted = new CountDownLatch(1);
    Signals.onInterrupt(interrupted::countDown);

    HoldfastServer server = HoldfastServer.start(config, new PrintedAlerts(out));
    out.print(greeting(config, server));
    out.flush();
    StatusLine status = StatusLine.start(server, out);
    interrupted.await();
    status.close();

    out.println(
        "draining: "
            + server.engine().inFlight()
            + " on their way, for at most "
            + Durations.text(server.engine().runLimit())
            + "; Ctrl-C again stops at once");
    out.flush();
    server.stop();
    out.println("stopped");
    out.flush();
    return CommandLine.ExitCode.OK;
  }

  private static String greeting(ServerConfig config, HoldfastServer server) throws Exception {
    String host = config.listen().getHostString();
    int port = server.port();
    StringBuilder text = new StringBuilder();
    line(text, "store", config.sqliteFile());
    line(text, "page", "http://" + host + ":" + port + "/");
    line(text, "intake", "POST http://" + host + ":" + port + "/v1/events");
    for (ServerConfig.ConnectionConfig connection : config.connections()) {
      // Only the origin: some providers put a secret into the path.
      URI url = URI.create(connection.url());
      line(
          text,
          "connection",
          connection.name() + " at " + url.getScheme() + "://" + url.getRawAuthority());
    }
    for (ServerConfig.SubscriberConfig subscriber : config.subscribers()) {
      line(
          text,
          "subscriber",
          subscriber.name()
              + " posts each "
              + subscriber.eventType()
              + " to "
              + subscriber.connection());
    }
    Set<String> waiting = new TreeSet<>(server.listings().subscribersWaiting());
    config.lanes().forEach(lane -> waiting.remove(lane.subscriber()));
    for (String subscriber : waiting) {
      line(
          text,
          "warning",
          "deliveries wait for the subscriber " + subscriber + ", which is not configured");
    }
    if (!InetAddress.getByName(host).isLoopbackAddress()) {
      line(
          text,
          "warning",
          "listen is not a loopback address: anyone who reaches it can emit and look");
    }
    return text.append("Ctrl-C drains and ends.").append(System.lineSeparator()).toString();
  }

  private static void line(StringBuilder text, String name, Object value) {
    text.append("%-11s %s%n".formatted(name, Printable.line(value.toString(), LINE_MAX)));
  }
}
