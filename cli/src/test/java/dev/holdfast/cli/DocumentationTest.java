package dev.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.server.ServerConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The documents say what is there. */
class DocumentationTest {
  private static final Path HOME = Path.of("..");
  private static final Pattern LINK = Pattern.compile("]\\((?!http)([^)#]+)");
  private static final Pattern COMMAND = Pattern.compile("(?m)^\\s*\\./holdfast ([a-z]+)");

  @TempDir private Path folder;

  private static List<Path> documents() throws IOException {
    try (Stream<Path> files = Files.walk(HOME.resolve("docs"))) {
      List<Path> all = new ArrayList<>(files.filter(f -> f.toString().endsWith(".md")).toList());
      all.add(HOME.resolve("README.md"));
      all.add(HOME.resolve("CONTRIBUTING.md"));
      all.add(HOME.resolve("CHANGELOG.md"));
      return all;
    }
  }

  private static List<String> found(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    List<String> found = new ArrayList<>();
    while (matcher.find()) {
      found.add(matcher.group(1));
    }
    return found;
  }

  @Test
  void every_link_leads_to_a_file() throws IOException {
    for (Path document : documents()) {
      for (String link : found(LINK, Files.readString(document))) {
        assertThat(document.resolveSibling(link)).as("%s links to %s", document, link).exists();
      }
    }
  }

  @Test
  void every_command_that_is_named_is_there() throws IOException {
    Set<String> commands = Holdfast.commandLine().getSubcommands().keySet();
    for (Path document : documents()) {
      assertThat(commands)
          .as("%s", document)
          .containsAll(found(COMMAND, Files.readString(document)));
    }
  }

  @Test
  void the_configuration_page_is_a_configuration() throws Exception {
    String page = Files.readString(HOME.resolve("docs/guide/configuration.md"));
    String yaml = page.substring(page.indexOf("```yaml") + 7);
    Path file =
        Files.writeString(folder.resolve("holdfast.yaml"), yaml.substring(0, yaml.indexOf("```")));

    ServerConfig config = ServerConfig.read(file);

    assertThat(config.subscribers()).hasSize(1);
    assertThat(config.connections().getFirst().breaker().threshold()).isEqualTo(3);
  }

  @Test
  void the_example_is_a_configuration() throws Exception {
    ServerConfig config = ServerConfig.read(HOME.resolve("examples/payments/holdfast.yaml"));

    assertThat(config.lanes()).hasSize(1);
  }

  @Test
  void no_two_decisions_share_a_number() throws IOException {
    try (Stream<Path> files = Files.list(HOME.resolve("docs/decisions"))) {
      List<String> numbers =
          files.map(f -> f.getFileName().toString().substring(0, 4)).collect(Collectors.toList());

      assertThat(numbers).isNotEmpty().doesNotHaveDuplicates();
    }
  }
}
