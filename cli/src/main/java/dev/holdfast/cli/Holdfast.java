package dev.holdfast.cli;

import dev.holdfast.cli.provider.ProviderCommand;
import dev.holdfast.delivery.StoreException;
import dev.holdfast.server.ConfigException;
import dev.holdfast.server.Printable;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code holdfast}. */
@Command(
    name = "holdfast",
    header = "Work that depends on somebody else's API: delivered, held, simulated.",
    synopsisSubcommandLabel = "COMMAND",
    commandListHeading = "%nCommands:%n",
    optionListHeading = "%nOptions:%n",
    footer = {
      "",
      "Begin with:",
      "  $ holdfast dev examples/payments/holdfast.yaml",
      "",
      "Exit codes: 0 done, 1 failed, 2 what was asked for is not right.",
      "Each command has its own --help."
    },
    versionProvider = Holdfast.Version.class)
public final class Holdfast implements Runnable {
  private static final int LINE_MAX = 1_000;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin
  @SuppressWarnings("unused") // picocli looks at it
  private final HelpOption help = new HelpOption();

  @Option(names = "--version", versionHelp = true, description = "Show the version.")
  @SuppressWarnings("unused") // picocli looks at it
  private boolean version;

  private Holdfast() {}

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  /** The command with its subcommands, as it is run and as tests run it. */
  static CommandLine commandLine() {
    return commandLine(System.in);
  }

  static CommandLine commandLine(InputStream standardInput) {
    CommandLine line = new CommandLine(new Holdfast());
    line.addSubcommand(new DevCommand());
    line.addSubcommand(new EmitCommand(standardInput));
    line.addSubcommand(new DeliveriesCommand());
    line.addSubcommand(new BreakersCommand());
    line.addSubcommand(new SimulateCommand(standardInput));
    line.addSubcommand(new ProviderCommand());
    line.setParameterExceptionHandler(Holdfast::refused);
    line.setExecutionExceptionHandler((e, command, result) -> failed(e, command));
    return line;
  }

  private static int refused(ParameterException e, String[] arguments) {
    PrintWriter err = e.getCommandLine().getErr();
    String name = e.getCommandLine().getCommandSpec().qualifiedName();
    err.println(name + ": " + lines(e.getMessage()));
    CommandLine.UnmatchedArgumentException.printSuggestions(e, err);
    err.println("Try '" + name + " --help'.");
    err.flush();
    return CommandLine.ExitCode.USAGE;
  }

  private static int failed(Exception e, CommandLine command) throws Exception {
    PrintWriter err = command.getErr();
    switch (e) {
      case ConfigException config -> err.println(lines(config.getMessage()));
      case StoreException store -> err.println(lines(withCause(store)));
      case IOException io -> err.println(lines(io.getMessage()));
      default -> throw e;
    }
    err.flush();
    return e instanceof ConfigException
        ? CommandLine.ExitCode.USAGE
        : CommandLine.ExitCode.SOFTWARE;
  }

  /** With the innermost cause: those between it and us only wrap it. */
  private static String withCause(Exception e) {
    Throwable cause = e;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    String message = String.valueOf(e.getMessage());
    String why = String.valueOf(cause.getMessage());
    // A missing folder's own message is but the path, which stands there already.
    return message.contains(why) ? message : message + ": " + why;
  }

  /** Arguments, names and paths come back in messages: none may control the terminal. */
  private static String lines(@Nullable String message) {
    return String.valueOf(message)
        .lines()
        .map(line -> Printable.line(line, LINE_MAX))
        .collect(Collectors.joining(System.lineSeparator()));
  }

  /**
   * Runs the command and ends the process with its exit code.
   *
   * @param arguments the command line
   */
  public static void main(String[] arguments) {
    // Otherwise the JDK's client may send a request again behind our back. Read once, at its start.
    System.setProperty("jdk.httpclient.redirects.retrylimit", "1");
    System.exit(commandLine().execute(arguments));
  }

  /** The version from the archive that this class came in. */
  static final class Version implements CommandLine.IVersionProvider {
    @Override
    public String[] getVersion() {
      String version = Holdfast.class.getPackage().getImplementationVersion();
      return new String[] {"holdfast " + (version == null ? "(not packaged)" : version)};
    }
  }
}
