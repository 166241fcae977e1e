package dev.holdfast.cli.provider;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;

/** Answers a request, or doesn't, as the phase has it. */
final class Answers {
  private static final byte[] BODY = "{}".getBytes(UTF_8);

  private Answers() {}

  /** Returns with the exchange unanswered where it is to be closed without an answer. */
  static void give(HttpExchange exchange, Behaviour behaviour, CountDownLatch phaseOver)
      throws IOException {
    switch (behaviour) {
      case OK -> send(exchange, 200);
      case FAIL -> send(exchange, 503);
      case LIMIT -> {
        exchange.getResponseHeaders().set("Retry-After", "1");
        send(exchange, 429);
      }
      case HANG -> await(phaseOver);
      case REFUSE -> {
        // It came just before the port was closed.
      }
    }
  }

  private static void send(HttpExchange exchange, int status) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, BODY.length);
    exchange.getResponseBody().write(BODY);
  }

  private static void await(CountDownLatch phaseOver) {
    try {
      phaseOver.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
