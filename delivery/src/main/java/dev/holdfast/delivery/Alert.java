package dev.holdfast.delivery;

import java.time.Instant;

/**
 * Something a person should know. Listeners get each at least once: the outage's id tells a repeat.
 */
public sealed interface Alert {

  /**
   * The outage it is about.
   *
   * @return its id
   */
  long outage();

  /**
   * The connection it is about.
   *
   * @return its name
   */
  String connection();

  /**
   * When the outage began.
   *
   * @return the instant
   */
  Instant since();

  /**
   * A connection's breaker opened.
   *
   * @param outage the outage's id
   * @param connection the connection
   * @param since when it opened
   * @param held how many deliveries are held, as the alert is taken
   */
  record ConnectionUnavailable(long outage, String connection, Instant since, long held)
      implements Alert {}

  /**
   * A connection's provider answered again and its breaker closed.
   *
   * @param outage the outage's id
   * @param connection the connection
   * @param since when it opened
   * @param until when it closed
   */
  record ConnectionRecovered(long outage, String connection, Instant since, Instant until)
      implements Alert {}
}
