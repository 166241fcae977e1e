package dev.holdfast.cli.provider;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.ZoneId;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code provider}: an example provider on this machine, until Ctrl-C. */
@Command(
    name = "provider",
    mixinStandardHelpOptions = true,
    description = "Plays a provider that works, fails, hangs and refuses by a script.",
    footer = {
      "",
      "Example:",
      "  $ holdfast provider --port 9000 --script \"ok 5s, refuse 10s, ok\""
    })
public final class ProviderCommand implements Callable<Integer> {
  private static final int PORT_MAX = 65_535;

  @Spec
  @SuppressWarnings("NullAway.Init") // picocli sets it.
  private CommandSpec spec;

  @Option(
      names = "--port",
      paramLabel = "<port>",
      description = "Port of 127.0.0.1 to listen on; 0 takes any free one (${DEFAULT-VALUE}).")
  private int port = 9_000;

  @Option(
      names = "--script",
      paramLabel = "<phases>",
      description = {
        "Phases with their durations, such as \"ok 5s, refuse 10s, ok\" (${DEFAULT-VALUE}).",
        "ok answers 200, fail 503, limit 429 with Retry-After: 1; hang never answers; refuse"
            + " closes the port.",
        "The last phase may go without a duration and then lasts; with one, the first comes again."
      })
  private String script = "ok";

  /** Makes the command, for picocli to fill in. */
  public ProviderCommand() {}

  /**
   * Plays until the process is told to end, or the thread is interrupted.
   *
   * @return the exit code: 2 for a bad option, 1 for a port that can't be had
   */
  @Override
  public Integer call() {
    PrintWriter err = spec.commandLine().getErr();
    try {
      if (port < 0 || port > PORT_MAX) {
        throw new IllegalArgumentException(
            "--port must be between 0 and " + PORT_MAX + " but was " + port);
      }
      play(Script.parse(script));
      return ExitCode.OK;
    } catch (IllegalArgumentException e) {
      err.println(e.getMessage());
      return ExitCode.USAGE;
    } catch (IOException e) {
      err.println("port " + port + " could not be opened: " + e.getMessage());
      return ExitCode.SOFTWARE;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return ExitCode.OK;
    }
  }

  private void play(List<Phase> phases) throws IOException, InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    ScheduledExecutorService scheduler =
        Executors.newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().factory());
    Timer timer =
        (delay, task) -> {
          var unused = scheduler.schedule(task, delay.toMillis(), TimeUnit.MILLISECONDS);
        };
    try (ExampleProvider provider =
        new ExampleProvider(
            phases, Clock.system(ZoneId.systemDefault()), timer, line -> print(out, line))) {
      provider.start(port);
      print(out, "listening on http://127.0.0.1:" + provider.port());
      // On Ctrl-C nothing after this runs, so the hook is what prints the summary.
      Runtime.getRuntime().addShutdownHook(new Thread(provider::close));
      provider.awaitClosed();
    } finally {
      scheduler.shutdownNow();
    }
  }

  private static void print(PrintWriter out, String line) {
    out.println(line);
    out.flush();
  }
}
