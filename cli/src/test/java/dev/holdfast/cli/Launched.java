package dev.holdfast.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/** The real launcher, running a command as a child process. */
final class Launched implements AutoCloseable {
  /** Where the checkout is; set by the build. */
  static final Path HOME = Path.of(System.getProperty("holdfast.home", "..")).toAbsolutePath();

  private final Process process;
  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final Thread reader;

  private Launched(Process process) {
    this.process = process;
    this.reader = Thread.ofVirtual().start(this::read);
  }

  /** Starts {@code ./holdfast} with these arguments; its errors come with its output. */
  static Launched start(String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    // A parent that ignores Ctrl-C, as a shell's background job does, must not hand that down.
    command.addAll(List.of("env", "--default-signal=INT,TERM"));
    command.add(HOME.resolve("holdfast").toString());
    command.addAll(Arrays.asList(arguments));
    return new Launched(
        new ProcessBuilder(command).directory(HOME.toFile()).redirectErrorStream(true).start());
  }

  private void read() {
    try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
      out.lines().forEach(lines::add);
    } catch (UncheckedIOException | IOException e) {
      // The process was killed while it wrote.
    }
  }

  Stream<String> lines() {
    return lines.stream();
  }

  String output() {
    return String.join("\n", lines);
  }

  void awaitLine(String beginning) {
    await(
        "a line that begins with " + beginning,
        () -> lines().anyMatch(l -> l.startsWith(beginning)));
  }

  private void await(String what, BooleanSupplier condition) {
    waitUntil(what, Duration.ofSeconds(90), () -> condition.getAsBoolean() || !process.isAlive());
    if (!condition.getAsBoolean()) {
      throw new AssertionError("ended without " + what + ":\n" + output());
    }
  }

  /** Waits for what another process does, asking again and again. */
  static void waitUntil(String what, Duration atMost, BooleanSupplier condition) {
    Semaphore never = new Semaphore(0);
    long end = System.nanoTime() + atMost.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("waited in vain for " + what);
      }
      try {
        if (never.tryAcquire(50, TimeUnit.MILLISECONDS)) {
          throw new IllegalStateException("nobody releases this");
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
    }
  }

  void signal(String name) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid())).start().waitFor();
  }

  /** kill -9: no hook runs, nothing is flushed. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  int exitCode() throws InterruptedException {
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      throw new AssertionError("still runs:\n" + output());
    }
    reader.join();
    return process.exitValue();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
