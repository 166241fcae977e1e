package dev.holdfast.guide;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The guide shows samples as they are and what they really print. */
class GuideTest {
  private static final Path HOME = Path.of("..");
  private static final Path SOURCES = Path.of("src/test/java/dev/holdfast/guide");

  @Test
  void every_sample_in_a_page_is_its_region_and_prints_what_is_shown() throws IOException {
    Map<String, Supplier<String>> runs = new LinkedHashMap<>();
    Samples.ALL.forEach((name, sample) -> runs.put(name, () -> Printed.by(sample)));

    assertThat(new Guide(pages(), regions(), runs).flaws()).isEmpty();
  }

  private static Map<String, String> pages() throws IOException {
    Map<String, String> pages = new LinkedHashMap<>();
    for (Path page : files(HOME.resolve("docs/guide"), ".md")) {
      pages.put(page.getFileName().toString(), Files.readString(page));
    }
    pages.put("README.md", Files.readString(HOME.resolve("README.md")));
    return pages;
  }

  private static Map<String, String> regions() throws IOException {
    Map<String, String> regions = new LinkedHashMap<>();
    for (Path source : files(SOURCES, "Sample.java")) {
      String type = source.getFileName().toString().replace(".java", "");
      regions.putAll(Regions.in(type, Files.readString(source)));
    }
    return regions;
  }

  private static List<Path> files(Path folder, String ending) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(ending)).sorted().toList();
    }
  }
}
