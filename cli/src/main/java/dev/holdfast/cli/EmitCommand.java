package dev.holdfast.cli;

import dev.holdfast.delivery.Emitted;
import dev.holdfast.server.Emitter;
import dev.holdfast.server.InvalidEventException;
import dev.holdfast.server.Printable;
import dev.holdfast.server.ServerConfig;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code emit}: emits one event. */
@Command(
    name = "emit",
    header = "Emits one event, and with it a delivery for each subscriber of its type.",
    description = "Writes to the store directly: it works beside a running server and without one.",
    parameterListHeading = "%nParameters:%n",
    optionListHeading = "%nOptions:%n",
    footer = {
      "",
      "Example:",
      "  $ holdfast emit --config examples/payments/holdfast.yaml \\",
      "      PaymentReceived '{\"id\": 42}'"
    })
final class EmitCommand implements Callable<Integer> {
  private static final char UNREADABLE = '\uFFFD';
  private static final int SHOWN_MAX = 200;

  private final InputStream standardInput;

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private ConfigOption config = new ConfigOption();

  @Parameters(index = "0", paramLabel = "TYPE", description = "What happened.")
  private String type = "";

  @Parameters(
      index = "1",
      paramLabel = "JSON",
      description = "The payload, kept byte for byte; - reads standard input.")
  private String json = "";

  @Option(
      names = "--key",
      paramLabel = "KEY",
      description = "An idempotency key: emitting again under it gives the first event.")
  private @Nullable String key;

  @Mixin
  @SuppressWarnings("unused") // picocli looks at it
  private final HelpOption help = new HelpOption();

  EmitCommand(InputStream standardInput) {
    this.standardInput = standardInput;
  }

  @Override
  public Integer call() throws Exception {
    ServerConfig read = config.read();
    requireWhole("TYPE", type);
    byte[] payload = payload();
    try (Emitter emitter = Emitter.open(read)) {
      return told(emitter.emit(type, payload, Optional.ofNullable(key)), read);
    } catch (InvalidEventException e) {
      throw refused(e.getMessage());
    }
  }

  private byte[] payload() throws IOException {
    if (json.equals("-")) {
      return standardInput.readNBytes(Emitter.PAYLOAD_MAX + 1);
    }
    requireWhole("JSON", json);
    return json.getBytes(StandardCharsets.UTF_8);
  }

  // Java puts this character where the locale did not let it read what was typed.
  private void requireWhole(String name, String argument) {
    if (argument.indexOf(UNREADABLE) >= 0) {
      throw refused(
          name
              + " must be readable in this terminal's locale but holds a character that is not;"
              + " set LC_ALL=C.UTF-8, or give the payload on standard input with -");
    }
  }

  private ParameterException refused(@Nullable String message) {
    return new ParameterException(spec.commandLine(), String.valueOf(message));
  }

  private int told(Emitted emitted, ServerConfig read) {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    String shown = Printable.line(emitted.event().type(), SHOWN_MAX);
    String event = emitted.event().id() + " " + shown;
    switch (emitted) {
      case Emitted.Created created -> {
        out.println("emitted " + event);
        if (read.subscribers().stream().noneMatch(s -> s.eventType().equals(type))) {
          err.println("nobody listens to " + shown + ": there is nothing to deliver");
        }
      }
      case Emitted.Repeated repeated -> out.println("emitted before under this key: " + event);
      case Emitted.Conflict conflict ->
          err.println(
              "another event was emitted under this key as "
                  + emitted.event().id()
                  + "; use a new key for a new event");
    }
    out.flush();
    err.flush();
    return emitted instanceof Emitted.Conflict
        ? CommandLine.ExitCode.SOFTWARE
        : CommandLine.ExitCode.OK;
  }
}
