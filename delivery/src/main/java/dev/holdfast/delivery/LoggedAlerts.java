package dev.holdfast.delivery;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes each alert to the log as one JSON event; the listener where the user sets none. */
public final class LoggedAlerts implements AlertListener {
  private static final Logger LOG = LoggerFactory.getLogger("dev.holdfast.alert");

  /** Creates one. */
  public LoggedAlerts() {}

  @Override
  public void raised(Alert alert) {
    LOG.warn("{}", json(alert));
  }

  /**
   * Writes an alert as the JSON log event that the documentation describes.
   *
   * @param alert the alert
   * @return one line of JSON
   */
  public static String json(Alert alert) {
    return switch (alert) {
      case Alert.ConnectionUnavailable down ->
          json(alert, "connection_unavailable") + ",\"held\":" + down.held() + "}";
      case Alert.ConnectionRecovered up ->
          json(alert, "connection_recovered") + ",\"until\":\"" + up.until() + "\"}";
    };
  }

  // Names of connections hold no character that JSON would escape.
  private static String json(Alert alert, String name) {
    return "{\"event\":\"delivery.alert\",\"alert\":\""
        + name
        + "\",\"outage\":"
        + alert.outage()
        + ",\"connection\":\""
        + alert.connection()
        + "\",\"since\":\""
        + alert.since()
        + "\"";
  }
}
