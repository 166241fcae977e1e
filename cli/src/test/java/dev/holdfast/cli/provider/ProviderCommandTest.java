package dev.holdfast.cli.provider;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.net.ServerSocket;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class ProviderCommandTest {
  private final StringWriter err = new StringWriter();
  private final BlockingQueue<String> out = new LinkedBlockingQueue<>();
  private final CommandLine command =
      new CommandLine(new ProviderCommand())
          .setOut(new PrintWriter(new Lines(out)))
          .setErr(new PrintWriter(err, true));

  @Test
  void plays_until_it_is_interrupted_and_then_sums_up() throws Exception {
    CompletableFuture<Integer> exitCode = new CompletableFuture<>();
    Thread playing =
        Thread.ofPlatform()
            .start(() ->
                exitCode.complete(command.execute("--port", "0", "--script", "fail 1ms, hang")));

    awaitLine("phase fail for 1 ms");
    awaitLine("listening on http://127.0.0.1:");
    awaitLine("phase hang for ever");
    playing.interrupt();

    awaitLine("requests received: 0, distinct keys answered: 0, repeats: 0");
    assertThat(exitCode.get(10, TimeUnit.SECONDS)).isZero();
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void a_mistake_in_the_script_is_one_line_and_exit_code_2() {
    assertThat(command.execute("--script", "ok 5s, rfuse 10s, ok")).isEqualTo(2);

    assertThat(err.toString())
        .isEqualToNormalizingNewlines(
            "phase 2 must be one of ok, refuse, hang, fail, limit but was \"rfuse\"\n");
    assertThat(out).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "65536"})
  void a_port_out_of_range_is_one_line_and_exit_code_2(String port) {
    assertThat(command.execute("--port", port)).isEqualTo(2);

    assertThat(err.toString())
        .isEqualToNormalizingNewlines("--port must be between 0 and 65535 but was " + port + "\n");
  }

  @Test
  void a_port_in_use_is_one_line_and_exit_code_1() throws Exception {
    try (ServerSocket other = new ServerSocket(0)) {
      assertThat(command.execute("--port", "" + other.getLocalPort())).isEqualTo(1);

      assertThat(err.toString())
          .startsWith("port " + other.getLocalPort() + " could not be opened: ");
      assertThat(err.toString().lines()).hasSize(1);
      assertThat(out).isEmpty();
    }
  }

  @Test
  void help_tells_the_defaults() {
    StringWriter usage = new StringWriter();
    command.usage(new PrintWriter(usage));

    assertThat(usage.toString()).contains("(9000)", "(ok)");
  }

  private void awaitLine(String part) throws InterruptedException {
    String line = "";
    while (!line.contains(part)) {
      line = out.poll(10, TimeUnit.SECONDS);
      assertThat(line).as("a line with " + part).isNotNull();
    }
  }

  /** Hands over what is written, a flush at a time. */
  private static final class Lines extends Writer {
    private final BlockingQueue<String> lines;
    private final StringBuilder line = new StringBuilder();

    Lines(BlockingQueue<String> lines) {
      this.lines = lines;
    }

    @Override
    public void write(char[] text, int from, int length) {
      line.append(text, from, length);
    }

    @Override
    public void flush() {
      lines.add(line.toString());
      line.setLength(0);
    }

    @Override
    public void close() {}
  }
}
