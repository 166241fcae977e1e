package dev.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HoldfastTest {
  @TempDir private Path folder;

  @Test
  void alone_it_shows_its_commands() {
    CommandRun run = CommandRun.of();

    assertThat(run.exitCode()).isZero();
    assertThat(run.err()).isEmpty();
    assertThat(run.out())
        .contains("dev ", "emit ", "deliveries ", "breakers ", "simulate ", "provider ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"dev", "emit", "deliveries", "breakers", "simulate", "provider"})
  void the_help_of_each_command_has_an_example(String command) {
    CommandRun run = CommandRun.of(command, "--help");

    assertThat(run.exitCode()).isZero();
    assertThat(run.err()).isEmpty();
    assertThat(run.out()).contains("Example:", "  $ ", "holdfast " + command);
  }

  @Test
  void it_tells_its_version() {
    assertThat(CommandRun.of("--version"))
        .isEqualTo(new CommandRun(0, "holdfast (not packaged)" + System.lineSeparator(), ""));
  }

  @Test
  void an_unknown_command_is_refused_with_the_one_that_was_meant() {
    CommandRun run = CommandRun.of("deliverys");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err())
        .contains("holdfast: Unmatched argument", "deliveries", "Try 'holdfast --help'.");
  }

  @Test
  void an_argument_can_not_control_the_terminal() {
    assertThat(CommandRun.of("\u001b[2J").err()).contains("\\u001b[2J").doesNotContain("\u001b");
    assertThat(CommandRun.of("deliveries", "--state", "\u009b2J\u202e").err())
        .doesNotContain("\u009b", "\u202e");
    assertThat(CommandRun.of("deliveries", "--config", "\u001b[2J").err())
        .contains("\\u001b[2J: there is no such file")
        .doesNotContain("\u001b");
  }

  @ParameterizedTest
  @ValueSource(strings = {"deliveries", "breakers", "emit", "dev"})
  void every_mistake_of_the_configuration_is_a_line_and_exit_code_2(String command)
      throws IOException {
    Path config = Files.writeString(folder.resolve("holdfast.yaml"), "stor: x\nlisten: y\n");
    CommandRun run =
        switch (command) {
          case "emit" -> CommandRun.of("emit", "--config", config.toString(), "A", "1");
          case "dev" -> CommandRun.of("dev", config.toString());
          default -> CommandRun.of(command, "--config", config.toString());
        };

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err().lines())
        .containsExactly(
            config
                + ":1: stor is not known here; known are listen, store, connections, subscribers,"
                + " backoff, breaker, engine",
            config + ":2: listen must be an address and a port such as 127.0.0.1:8080 but was y");
  }

  @Test
  void a_missing_configuration_is_exit_code_2_with_the_way_out() {
    Path config = folder.resolve("none.yaml");

    assertThat(CommandRun.of("dev", config.toString()))
        .isEqualTo(
            new CommandRun(
                2,
                "",
                config
                    + ": there is no such file. Name one with --config, or begin with"
                    + " examples/payments/holdfast.yaml"
                    + System.lineSeparator()));
  }

  @Test
  void dev_on_a_port_that_is_taken_is_one_line_and_exit_code_1() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String address = "127.0.0.1:" + taken.getLocalPort();
      Path config = Files.writeString(folder.resolve("holdfast.yaml"), "listen: " + address);

      assertThat(CommandRun.of("dev", config.toString()))
          .isEqualTo(
              new CommandRun(
                  1,
                  "",
                  "listen must be an address that is free but "
                      + address
                      + " is taken or not this machine's; set another with listen: in the"
                      + " configuration"
                      + System.lineSeparator()));
    }
  }

  @Test
  void a_store_that_is_no_database_is_one_line_and_exit_code_1() throws IOException {
    Path config =
        Files.writeString(folder.resolve("holdfast.yaml"), "store: jdbc:sqlite:holdfast.yaml");

    CommandRun run = CommandRun.of("deliveries", "--config", config.toString());

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out()).isEmpty();
    assertThat(run.err().lines())
        .containsExactly(
            "the SQLite file "
                + config
                + " can't be opened: [SQLITE_NOTADB] File opened that is not a database file (file"
                + " is not a database)");
    assertThat(config).hasContent("store: jdbc:sqlite:holdfast.yaml");
  }

  @Test
  void a_store_in_a_folder_that_is_missing_is_one_line_and_exit_code_1() throws IOException {
    Path config =
        Files.writeString(folder.resolve("holdfast.yaml"), "store: jdbc:sqlite:none/a.db");

    CommandRun run = CommandRun.of("emit", "--config", config.toString(), "A", "1");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err().lines())
        .containsExactly(
            "the SQLite file "
                + folder.resolve("none/a.db")
                + " can't be created: its folder must exist and be writable");
  }
}
