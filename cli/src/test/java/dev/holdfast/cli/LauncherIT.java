package dev.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.cli.provider.Behaviour;
import dev.holdfast.cli.provider.ExampleProvider;
import dev.holdfast.cli.provider.Phase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The launcher as a user runs it. */
class LauncherIT {
  @TempDir private Path folder;

  @Test
  void simulates_every_case_of_the_conformance_file() throws Exception {
    Path file = Launched.HOME.resolve("conformance/retry-schedule.json");
    JsonNode cases = JsonMapper.shared().readTree(file).get("cases");

    try (Launched simulate = Launched.start("simulate", file.toString())) {
      assertThat(simulate.exitCode()).as(simulate.output()).isZero();

      JsonNode answers = JsonMapper.shared().readTree(simulate.output());
      assertThat(answers.size()).isEqualTo(cases.size()).isEqualTo(228);
      for (int i = 0; i < cases.size(); i++) {
        assertThat(answers.get(i))
            .as(cases.get(i).get("name").asString())
            .isEqualTo(cases.get(i).get("expected"));
      }
    }
  }

  @Test
  void refuses_a_bad_schedule_in_one_line_and_with_exit_code_2() throws Exception {
    Path file =
        Files.writeString(folder.resolve("bad.json"), "{\"outcomes\": [{}], \"options\": {}}");

    try (Launched simulate = Launched.start("simulate", file.toString())) {
      assertThat(simulate.exitCode()).isEqualTo(2);
      assertThat(simulate.lines()).hasSize(1);
    }
  }

  private Path config(int providerPort) throws IOException {
    return Files.writeString(
        folder.resolve("holdfast.yaml"),
        """
        listen: 127.0.0.1:0
        connections:
          payments: { url: "http://127.0.0.1:%d", timeout: 30s }
        subscribers:
          record_payment: { on: Paid, post: /payments, connection: payments }
        engine: { poll: 100ms, runLimit: 20s }
        """
            .formatted(providerPort));
  }

  private static ExampleProvider provider(Behaviour behaviour) throws IOException {
    ExampleProvider provider =
        new ExampleProvider(
            List.of(Phase.of(behaviour)), Clock.systemUTC(), (delay, task) -> {}, line -> {});
    provider.start(0);
    return provider;
  }

  private static void emit(Path config) throws Exception {
    try (Launched emit =
        Launched.start("emit", "--config", config.toString(), "Paid", "{\"id\": 1}")) {
      assertThat(emit.exitCode()).as(emit.output()).isZero();
    }
  }

  private static String deliveries(Path config) throws Exception {
    try (Launched deliveries = Launched.start("deliveries", "--config", config.toString())) {
      assertThat(deliveries.exitCode()).isZero();
      return deliveries.lines().collect(Collectors.joining("\n"));
    }
  }

  @Test
  void ctrl_c_waits_for_what_is_on_its_way_and_exits_with_0() throws Exception {
    try (ExampleProvider provider = provider(Behaviour.HANG)) {
      Path config = config(provider.port());
      try (Launched dev = Launched.start("dev", config.toString())) {
        dev.awaitLine("Ctrl-C drains");
        emit(config);
        awaitRequest(provider);

        dev.signal("INT");
        dev.awaitLine("draining: 1 on their way");
        // The provider closes what hangs: the attempt ends, and with it the drain.
        provider.enter(Phase.of(Behaviour.OK));

        assertThat(dev.exitCode()).as(dev.output()).isZero();
      }
      assertThat(deliveries(config)).contains("pending").contains("unavailable");
    }
  }

  @Test
  void a_second_ctrl_c_stops_at_once() throws Exception {
    try (ExampleProvider provider = provider(Behaviour.HANG)) {
      Path config = config(provider.port());
      try (Launched dev = Launched.start("dev", config.toString())) {
        dev.awaitLine("Ctrl-C drains");
        emit(config);
        awaitRequest(provider);

        dev.signal("INT");
        dev.awaitLine("draining: 1 on their way");
        dev.signal("INT");

        assertThat(dev.exitCode()).isEqualTo(130);
      }
      assertThat(deliveries(config)).contains("running");
    }
  }

  @Test
  void a_start_warns_of_deliveries_that_wait_for_nobody() throws Exception {
    Path config = config(1);
    emit(config);
    Files.writeString(config, Files.readString(config).replace("record_payment", "renamed"));

    try (Launched dev = Launched.start("dev", config.toString())) {
      dev.awaitLine("Ctrl-C drains");

      assertThat(dev.output())
          .contains("deliveries wait for the subscriber record_payment, which is not configured");
    }
  }

  private static void awaitRequest(ExampleProvider provider) {
    Launched.waitUntil(
        "the provider to receive it", Duration.ofSeconds(20), () -> !provider.received().isEmpty());
  }
}
