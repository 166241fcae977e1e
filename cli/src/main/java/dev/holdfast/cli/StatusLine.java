package dev.holdfast.cli;

import dev.holdfast.delivery.DeliveryState;
import dev.holdfast.delivery.Listings;
import dev.holdfast.server.HoldfastServer;
import java.io.PrintWriter;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Prints how many deliveries are where, whenever that has changed. */
final class StatusLine {
  private static final Logger LOG = LoggerFactory.getLogger(StatusLine.class);
  private static final int SECONDS = 2;
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss").withZone(ZoneId.systemDefault());

  private final HoldfastServer server;
  private final PrintWriter out;
  private final ScheduledExecutorService timer;
  private String last = "";

  private StatusLine(HoldfastServer server, PrintWriter out) {
    this.server = server;
    this.out = out;
    this.timer =
        Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("status").factory());
  }

  static StatusLine start(HoldfastServer server, PrintWriter out) {
    StatusLine status = new StatusLine(server, out);
    // A handle that nobody asks: it ends with the timer.
    var unused = status.timer.scheduleWithFixedDelay(status::print, 0, SECONDS, TimeUnit.SECONDS);
    return status;
  }

  private void print() {
    try {
      String text = text();
      if (!text.equals(last) && !text.isEmpty()) {
        out.println(TIME.format(server.engine().now()) + " " + text);
        out.flush();
      }
      last = text;
    } catch (RuntimeException e) {
      LOG.warn("deliveries can't be counted now", e);
    }
  }

  private String text() {
    Listings listings = server.listings();
    Map<DeliveryState, Long> counts =
        listings.counts(listings.holding(server.config().lanes()), server.engine().now());
    return counts.entrySet().stream()
        .filter(each -> each.getValue() > 0)
        .map(each -> each.getValue() + " " + each.getKey().text())
        .collect(Collectors.joining(", "));
  }

  void close() {
    timer.shutdown();
  }
}
