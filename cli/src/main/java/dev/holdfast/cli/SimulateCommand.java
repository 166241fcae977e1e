package dev.holdfast.cli;

import dev.holdfast.simulation.RetrySchedule;
import java.io.InputStream;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/** The command {@code simulate}: shows what a retry policy will do, on a virtual clock. */
@Command(
    name = "simulate",
    header = "Shows what a retry policy will do, without waiting for it.",
    description = {
      "",
      "Reads what a provider does with each attempt (outcomes) and the policy",
      "(options), and prints every attempt, every wait and how the call ends.",
      "Decided by the same code that production runs. Times are milliseconds.",
      ""
    },
    parameterListHeading = "Parameters:%n",
    optionListHeading = "%nOptions:%n",
    footer = {
      "",
      "An outcome is {code, ms?} or {status, retryAfter?, ms?}; past the end of the",
      "list every attempt is answered with 200. retryAfter is a number of seconds or",
      "an HTTP date. Options are baseDelay, maxDelay, maxAttempts and jitter (for",
      "each wait a number from 0 to below 1); if wanted timeout, deadline and, for a",
      "retryAfter that is a date, startTime (milliseconds since 1970).",
      "",
      "Example:",
      "  $ echo '{\"outcomes\": [{\"code\": \"ECONNRESET\", \"ms\": 30}, {\"status\": 200}],",
      "      \"options\": {\"baseDelay\": 100, \"maxDelay\": 1000, \"maxAttempts\": 3,",
      "        \"jitter\": [0.5, 0.5]}}' | holdfast simulate -",
      "  {\"outcome\":\"success\",\"attempts\":[{\"attempt\":1,\"at\":0,\"result\":\"ECONNRESET\"},",
      "  {\"attempt\":2,\"at\":80,\"result\":\"HTTP 200\"}],\"waits\":[50]}",
      "",
      "A file that is refused: exit code 2, and one line on standard error."
    })
final class SimulateCommand implements Callable<Integer> {
  private final InputStream standardInput;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(
      paramLabel = "FILE",
      description =
          "JSON: one {outcomes, options}, or {cases: [...]} of them; - reads standard input.")
  private String file = "";

  @Option(names = "--table", description = "Print tables for people in place of JSON.")
  private boolean table;

  @Mixin
  @SuppressWarnings("unused") // picocli looks at it
  private final HelpOption help = new HelpOption();

  SimulateCommand(InputStream standardInput) {
    this.standardInput = standardInput;
  }

  @Override
  public Integer call() {
    CommandLine line = spec.commandLine();
    try {
      // All is computed before anything is printed: no half of an answer before a refusal.
      print(answer(), line.getOut());
      return CommandLine.ExitCode.OK;
    } catch (RefusedInputException e) {
      String name = file.equals("-") ? "standard input" : file;
      print(oneLine("holdfast simulate: " + name + ": " + e.getMessage()), line.getErr());
      return CommandLine.ExitCode.USAGE;
    }
  }

  private String answer() {
    JsonNode json = JsonFile.read(file, standardInput);
    List<Simulation> simulations = SimulationReader.read(json);
    List<RetrySchedule> schedules = simulations.stream().map(Simulation::run).toList();
    if (table) {
      return IntStream.range(0, schedules.size())
          .mapToObj(i -> SimulationTable.text(simulations.get(i).path(), schedules.get(i)))
          .collect(Collectors.joining("\n"))
          .stripTrailing();
    }
    return SimulationReader.isList(json)
        ? SimulationJson.list(schedules)
        : SimulationJson.single(schedules.getFirst());
  }

  private static String oneLine(String text) {
    return text.replaceAll("[\\p{Cntrl}\\u0085\\u2028\\u2029]+", " ");
  }

  private static void print(String text, PrintWriter to) {
    to.println(text);
    to.flush();
  }
}
