package dev.holdfast.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;

/** {@link HttpAnswerServer}, run in a JVM of its own until closed. */
record HttpServerProcess(Process process, URI uri) implements AutoCloseable {

  static HttpServerProcess start() throws IOException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-Xmx64m",
                "-cp",
                System.getProperty("java.class.path"),
                HttpAnswerServer.class.getName())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    return new HttpServerProcess(
        process, URI.create("http://127.0.0.1:" + port(process) + "/v1/items/4711"));
  }

  private static int port(Process process) throws IOException {
    BufferedReader out = process.inputReader();
    String line = out.readLine();
    if (line == null) {
      throw new IOException("the server must print its port but ended");
    }
    return Integer.parseInt(line);
  }

  @Override
  public void close() {
    process.destroy();
  }
}
