package dev.holdfast.cli.provider;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP server on this machine that behaves by a script: phases follow each other, and after the
 * last one, should it end, comes the first.
 *
 * <p>Safe for use by many threads.
 */
public final class ExampleProvider implements AutoCloseable {

  private static final DateTimeFormatter TIME_OF_DAY =
      DateTimeFormatter.ofPattern("HH:mm:ss.SSS", Locale.ROOT);
  private static final int BODY_BYTES_MAX = 65_536;

  private final Object lock = new Object();
  private final List<Phase> script;
  private final Clock clock;
  private final Timer timer;
  private final Consumer<String> lines;
  private final Ledger ledger = new Ledger();
  private final CountDownLatch closed = new CountDownLatch(1);
  private Current current = new Current(Phase.of(Behaviour.REFUSE));
  private int position = -1;
  private final Listener listener = new Listener(this::handle);
  private int port;
  private @Nullable IOException failure;

  /** The phase that goes on, an object of its own for each time one is entered. */
  private static final class Current {
    final Phase phase;
    final CountDownLatch over = new CountDownLatch(1);

    Current(Phase phase) {
      this.phase = phase;
    }
  }

  /**
   * Makes a provider that does not listen yet.
   *
   * @param script its phases, at least one
   * @param clock what lines show the time of
   * @param timer what ends phases
   * @param lines told each line of the log, one at a time
   */
  public ExampleProvider(List<Phase> script, Clock clock, Timer timer, Consumer<String> lines) {
    if (script.isEmpty()) {
      throw new IllegalArgumentException("script must have at least one phase but had none");
    }
    this.script = List.copyOf(script);
    this.clock = clock;
    this.timer = timer;
    this.lines = lines;
  }

  /**
   * Takes a port of 127.0.0.1 and enters the script's first phase.
   *
   * @param port the port, or 0 for any that is free
   * @throws IOException if the port can't be had
   */
  public void start(int port) throws IOException {
    synchronized (lock) {
      this.port = listener.open(port);
      advance();
    }
  }

  /**
   * The port it listens on, or did before it began to refuse.
   *
   * @return the port
   */
  public int port() {
    synchronized (lock) {
      return port;
    }
  }

  /**
   * The requests received, the oldest first.
   *
   * @return the newest 10,000
   */
  public List<Received> received() {
    synchronized (lock) {
      return ledger.received();
    }
  }

  /**
   * Enters the next phase of the script now.
   *
   * @throws UncheckedIOException if the port can't be opened again
   */
  public void advance() {
    synchronized (lock) {
      position = (position + 1) % script.size();
      enter(script.get(position));
    }
  }

  /**
   * Enters a phase now, of the script or not. Requests left hanging are closed without an answer.
   *
   * @param phase the phase; when it ends, the script goes on
   * @throws UncheckedIOException if the port can't be opened again
   */
  public void enter(Phase phase) {
    synchronized (lock) {
      if (closed.getCount() == 0) {
        return;
      }
      Current before = current;
      Current now = new Current(phase);
      current = now;
      before.over.countDown();
      print("phase " + phase.text());
      listen(phase.behaviour());
      phase.lasts().ifPresent(time -> timer.after(time, () -> leave(now)));
    }
  }

  private void listen(Behaviour behaviour) {
    try {
      if (behaviour == Behaviour.REFUSE) {
        listener.refuse();
      } else if (!listener.isOpen()) {
        listener.open(port);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void leave(Current ended) {
    synchronized (lock) {
      // A phase entered by hand may have come before the timer.
      if (current != ended) {
        return;
      }
      try {
        advance();
      } catch (UncheckedIOException e) {
        failure = e.getCause();
        close();
      }
    }
  }

  private void handle(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readNBytes(BODY_BYTES_MAX), UTF_8);
    Current now;
    synchronized (lock) {
      now = current;
      print(received(now.phase.behaviour(), exchange, body).text());
    }
    try (exchange) {
      Answers.give(exchange, now.phase.behaviour(), now.over);
    }
  }

  private Received received(Behaviour answer, HttpExchange exchange, String body) {
    Optional<String> key =
        Optional.ofNullable(exchange.getRequestHeaders().getFirst("Idempotency-Key"));
    String path = exchange.getRequestURI().toString();
    return ledger.take(answer, exchange.getRequestMethod(), path, key, body);
  }

  private void print(String text) {
    lines.accept(TIME_OF_DAY.format(clock.instant().atZone(clock.getZone())) + " " + text);
  }

  /**
   * Waits until the provider is closed.
   *
   * @throws InterruptedException if the thread is interrupted meanwhile
   * @throws IOException if it closed because its port could not be opened again
   */
  public void awaitClosed() throws InterruptedException, IOException {
    closed.await();
    synchronized (lock) {
      if (failure != null) {
        throw failure;
      }
    }
  }

  /** Closes the port and every connection, and prints a summary, once. */
  @Override
  public void close() {
    synchronized (lock) {
      if (closed.getCount() == 0) {
        return;
      }
      current.over.countDown();
      listener.close();
      if (position >= 0) {
        print(ledger.summary());
      }
      closed.countDown();
    }
  }
}
