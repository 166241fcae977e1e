package dev.holdfast.client.transport;

import dev.holdfast.client.runtime.Signal;
import dev.holdfast.client.transport.Fault.Elsewhere;
import dev.holdfast.client.transport.Fault.Line;
import dev.holdfast.client.transport.Fault.Served;
import dev.holdfast.client.transport.Fault.Trait;
import dev.holdfast.client.transport.RawServer.Layer;
import dev.holdfast.client.transport.Transport.Request;
import dev.holdfast.core.OperationKind;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

/** Brings one fault about for one operation over one line. */
record FaultRun(Fault fault, Line line, OperationKind operation) {

  /** In every place of a request that may hold a secret; in no reply. */
  static final String CANARY = "c4n4ry";

  private static final Duration LONG = Duration.ofSeconds(30);
  private static final int TRIES_OF_LONG = 16;
  private static final Duration SHORT = Duration.ofMillis(500);

  /** More than the system's buffers hold. */
  private static final byte[] UPLOAD = new byte[16 << 20];

  private static final byte[] SMALL = CANARY.getBytes(StandardCharsets.US_ASCII);

  /**
   * What came of it.
   *
   * @param arrivals how many whole requests the provider saw
   * @param closed whether the connections of an exchange that failed were closed
   */
  record Observed(Reply reply, long arrivals, boolean closed) {}

  /** Where the transports come from. */
  @FunctionalInterface
  interface Transports {
    /**
     * Gives one for as long as the use runs.
     *
     * @param proxyPort where the proxy is, if the run's line has one
     */
    Observed use(FaultRun run, int proxyPort, Use use) throws Exception;
  }

  /** What is done with a transport. */
  @FunctionalInterface
  interface Use {
    Observed of(Transport transport) throws Exception;
  }

  /** Whether what other runs do to a transport's connections would disturb it. */
  boolean alone() {
    return line == Line.PROXY || (fault instanceof Served served && served.has(Trait.REUSED));
  }

  boolean arrives() {
    return fault instanceof Served served && !served.has(Trait.UNREAD);
  }

  Observed observe(Transports transports) throws Exception {
    return switch (fault) {
      case Elsewhere elsewhere -> elsewhere(elsewhere, transports);
      case Served served -> served(served, transports);
    };
  }

  private Observed elsewhere(Elsewhere elsewhere, Transports transports) throws Exception {
    AtomicReference<Observed> observed = new AtomicReference<>();
    elsewhere
        .place()
        .visit(uri ->
            observed.set(
                transports.use(
                    this,
                    0,
                    transport ->
                        new Observed(
                            transport.send(
                                request(uri, false),
                                elsewhere.slow() ? SHORT : LONG,
                                Signal.never()),
                            0,
                            true))));
    return observed.get();
  }

  /** A machine under load may not come to the fault in a short time: then again, with more. */
  private Observed served(Served served, Transports transports) throws Exception {
    for (Duration timeout = served.has(Trait.SLOW) ? SHORT : LONG;
        ;
        timeout = timeout.multipliedBy(4)) {
      try (RawServer server = new RawServer(layer(served), served.script())) {
        Duration time = timeout;
        Observed observed =
            transports.use(
                this, server.port(), transport -> exchange(served, server, transport, time));
        boolean headMissed =
            served.has(Trait.AFTER_HEAD) && observed.reply() instanceof Reply.Unanswered;
        boolean reached = server.stalled() && !headMissed;
        // What the provider did may still be on its way through the system.
        boolean overtaken = served.has(Trait.DONE_BEFORE) && observed.arrivals() == 0;
        boolean again = overtaken || (served.has(Trait.SLOW) && !reached);
        if (!again || timeout.compareTo(LONG.multipliedBy(TRIES_OF_LONG)) > 0) {
          return observed;
        }
      }
    }
  }

  private Observed exchange(Served served, RawServer server, Transport transport, Duration timeout)
      throws InterruptedException {
    URI uri =
        switch (line) {
          case PLAIN -> server.uri("http", "/?key=" + CANARY);
          case TLS, HTTP_2 -> server.uri("https", "/?key=" + CANARY);
          case PROXY -> URI.create("https://provider.invalid/?key=" + CANARY);
        };
    if (served.has(Trait.REUSED)) {
      transport.send(new Request("HEAD", uri, Map.of(), new byte[0]), LONG, Signal.never());
      server.idle();
    }
    if (served.has(Trait.DONE_BEFORE)) {
      server.awaitStalled();
    }
    if (served.has(Trait.CLOSED_BEFORE)) {
      server.awaitGone(1);
    }
    Signal signal = Signal.create();
    if (served.has(Trait.CANCELLED)) {
      Thread.startVirtualThread(() -> {
        server.awaitRequests(1);
        signal.fire();
      });
    }
    Reply reply = transport.send(request(uri, served.has(Trait.UPLOAD)), timeout, signal);
    // In this order: what is on its way may still arrive.
    boolean closed = closed(server, served, reply);
    return new Observed(reply, arrivals(server), closed);
  }

  private static long arrivals(RawServer server) {
    return server.requests().stream()
        .filter(each -> !each.startsWith("CONNECT ") && !each.startsWith("HEAD "))
        .count();
  }

  /** A connection of HTTP/2 may live on; and a server that reads no more learns of no end. */
  private boolean closed(RawServer server, Served served, Reply reply) throws InterruptedException {
    return line == Line.HTTP_2
        || reply instanceof Reply.Answer
        || served.id().equals("B08")
        || server.awaitEnded();
  }

  private Layer layer(Served served) {
    Layer own = served.layer();
    if (own != null) {
      return own;
    }
    return line == Line.TLS ? TestTls.layer(TestTls.SERVER, false) : socket -> socket;
  }

  private Request request(URI uri, boolean upload) {
    byte[] body = upload ? UPLOAD : SMALL;
    return switch (operation) {
      case READ ->
          new Request("GET", uri, Map.of("Authorization", CANARY), upload ? body : new byte[0]);
      case WRITE -> new Request("POST", uri, Map.of("Authorization", CANARY), body);
      case KEYED_WRITE ->
          new Request(
              "POST", uri, Map.of("Authorization", CANARY, "Idempotency-Key", CANARY), body);
    };
  }

  @Override
  public String toString() {
    return fault.id() + " " + operation + " " + line;
  }
}
