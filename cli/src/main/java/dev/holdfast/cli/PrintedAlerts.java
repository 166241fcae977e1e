package dev.holdfast.cli;

import dev.holdfast.core.Durations;
import dev.holdfast.delivery.Alert;
import dev.holdfast.delivery.AlertListener;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;

/** Prints alerts for the person at the terminal. */
record PrintedAlerts(PrintWriter out) implements AlertListener {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss").withZone(ZoneId.systemDefault());

  @Override
  public void raised(Alert alert) {
    out.println(text(alert));
    out.flush();
  }

  static String text(Alert alert) {
    return switch (alert) {
      case Alert.ConnectionUnavailable down ->
          "ALERT outage %d: %s is unavailable since %s; %d held, nothing is lost"
              .formatted(down.outage(), down.connection(), time(down.since()), down.held());
      case Alert.ConnectionRecovered up ->
          "OVER  outage %d: %s answered again at %s, after %s; what was held is due"
              .formatted(
                  up.outage(), up.connection(), time(up.until()), lasted(up.since(), up.until()));
    };
  }

  private static String time(Instant instant) {
    return TIME.format(instant);
  }

  private static String lasted(Instant from, Instant to) {
    return Durations.text(Duration.ofSeconds(Duration.between(from, to).toSeconds()));
  }
}
