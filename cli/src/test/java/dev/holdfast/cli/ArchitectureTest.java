package dev.holdfast.cli;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import dev.holdfast.delivery.SystemRuntime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The borders between the rooms, and where time, chance and threads may come from. */
class ArchitectureTest {
  private static final JavaClasses PRODUCTION =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .withImportOption(location -> !location.contains("test-classes"))
          .importPaths(folders("target/classes"));

  /** The compiled folder of every module that has one. */
  private static List<Path> folders(String compiled) {
    try (Stream<Path> modules = Files.list(Path.of(".."))) {
      return modules.map(module -> module.resolve(compiled)).filter(Files::isDirectory).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "core,                 ''",
    "client,               core",
    "transport.okhttp,     'core, client'",
    "plugin.opentelemetry, 'core, client'",
    "plugin.micrometer,    'core, client'",
    "plugin.jdbc,          'core, client'",
    "delivery,             core",
    "testing,              'core, client, delivery'",
    "store.jdbc,           'core, delivery'",
    "simulation,           'core, client, delivery, testing'",
    "server,               'core, client, delivery, store.jdbc'",
    "cli,                  'core, client, delivery, server, simulation'"
  })
  void each_room_uses_only_the_rooms_above_it(String room, String above) {
    String[] forbidden =
        Stream.of(
                "core",
                "client",
                "transport.okhttp",
                "plugin.opentelemetry",
                "plugin.micrometer",
                "plugin.jdbc",
                "delivery",
                "testing",
                "store.jdbc",
                "simulation",
                "server",
                "cli",
                "benchmarks")
            .filter(other -> !other.equals(room))
            .filter(other -> !List.of(above.split(", ")).contains(other))
            .map(ArchitectureTest::inside)
            .toArray(String[]::new);

    noClasses()
        .that()
        .resideInAPackage(inside(room))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(forbidden)
        .check(PRODUCTION);
  }

  private static String inside(String room) {
    return "dev.holdfast." + room + "..";
  }

  @Test
  void core_does_no_input_or_output_and_knows_no_thread() {
    noClasses()
        .that()
        .resideInAPackage(inside("core"))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "java.io..",
            "java.net..",
            "java.nio..",
            "java.sql..",
            "java.util.concurrent..",
            "org.slf4j..")
        .orShould()
        .dependOnClassesThat()
        .areAssignableTo(Thread.class)
        .because("a decision takes all it needs as arguments")
        .check(PRODUCTION);
  }

  @Test
  void only_stores_know_sql() {
    noClasses()
        .that()
        .resideOutsideOfPackages(inside("store.jdbc"), inside("plugin.jdbc"), inside("benchmarks"))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("java.sql..", "javax.sql..", "org.sqlite..", "org.flywaydb..")
        .check(PRODUCTION);
  }

  @Test
  void only_its_transport_knows_okhttp() {
    noClasses()
        .that()
        .resideOutsideOfPackages(inside("transport.okhttp"), inside("benchmarks"))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("okhttp3..", "okio..")
        .check(PRODUCTION);
  }

  @ParameterizedTest
  @CsvSource({"plugin.opentelemetry, io.opentelemetry", "plugin.micrometer, io.micrometer"})
  void only_its_plugin_knows_a_library_that_watches(String room, String library) {
    noClasses()
        .that()
        .resideOutsideOfPackage(inside(room))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(library + "..")
        .check(PRODUCTION);
  }

  @Test
  void time_and_chance_come_in_as_parameters() {
    ArchRule rule =
        noClasses()
            .that(isNot(SystemRuntime.class))
            .and(isNot("dev.holdfast.client.runtime.SystemRuntime"))
            .and()
            // Below the command line, which wires the example provider and the status line.
            .resideOutsideOfPackages(inside("cli"), inside("benchmarks"))
            .should()
            .callMethod(Instant.class, "now")
            .orShould()
            .callMethod(LocalDateTime.class, "now")
            .orShould()
            .callMethod(InstantSource.class, "system")
            .orShould()
            .callMethod(Clock.class, "systemUTC")
            .orShould()
            .callMethod(Clock.class, "systemDefaultZone")
            .orShould()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(Thread.class, "sleep", long.class)
            .orShould()
            .callMethod(Math.class, "random")
            .orShould()
            .callMethod(UUID.class, "randomUUID")
            .orShould()
            .dependOnClassesThat()
            .areAssignableTo(Random.class)
            .orShould()
            .dependOnClassesThat()
            .areAssignableTo(ThreadLocalRandom.class);

    rule.check(PRODUCTION);
  }

  @Test
  void only_the_runtimes_make_threads() {
    noClasses()
        .that(isNot(SystemRuntime.class))
        .and()
        .resideInAnyPackage(
            inside("core"),
            inside("delivery"),
            inside("store.jdbc"),
            inside("testing"),
            inside("simulation"))
        .should()
        .dependOnClassesThat()
        .areAssignableTo(Executors.class)
        .orShould()
        .callConstructor(Thread.class, Runnable.class)
        .orShould()
        .callMethod(Thread.class, "ofVirtual")
        .orShould()
        .callMethod(Thread.class, "ofPlatform")
        .orShould()
        .callMethod(Thread.class, "startVirtualThread", Runnable.class)
        .orShould()
        .callMethod(CompletableFuture.class, "runAsync", Runnable.class)
        .check(PRODUCTION);
  }

  private static DescribedPredicate<JavaClass> isNot(Class<?> exempt) {
    return isNot(exempt.getName());
  }

  private static DescribedPredicate<JavaClass> isNot(String exempt) {
    return DescribedPredicate.describe(
        "are not part of " + exempt,
        each -> !each.getName().equals(exempt) && !each.getName().startsWith(exempt + "$"));
  }

  @Test
  void packages_have_no_cycles() {
    SlicesRuleDefinition.slices()
        .matching("dev.holdfast.(**)")
        .should()
        .beFreeOfCycles()
        .check(PRODUCTION);
  }

  @Test
  void no_test_sleeps() {
    JavaClasses tests = new ClassFileImporter().importPaths(folders("target/test-classes"));

    noClasses()
        .that(resideInAPackage("dev.holdfast.."))
        .should()
        .callMethod(Thread.class, "sleep", long.class)
        .orShould()
        .callMethod(Thread.class, "sleep", Duration.class)
        .because("a test that waits for time to pass is slow, and fails on a slow machine")
        .check(tests);
  }
}
