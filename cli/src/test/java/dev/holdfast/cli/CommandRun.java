package dev.holdfast.cli;

import java.io.ByteArrayInputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;

/** What a command printed, and its exit code. */
record CommandRun(int exitCode, String out, String err) {

  static CommandRun of(String... arguments) {
    return reading("", arguments);
  }

  static CommandRun reading(String standardInput, String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int exitCode =
        Holdfast.commandLine(
                new ByteArrayInputStream(standardInput.getBytes(StandardCharsets.UTF_8)))
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .execute(arguments);
    return new CommandRun(exitCode, out.toString(), err.toString());
  }
}
