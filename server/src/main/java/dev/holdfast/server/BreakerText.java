package dev.holdfast.server;

import dev.holdfast.core.Breaker;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** A breaker in words, for the page and the command line. */
public final class BreakerText {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss").withZone(ZoneOffset.UTC);

  private BreakerText() {}

  /**
   * Its state in a word.
   *
   * @param breaker the breaker
   * @return {@code closed}, {@code open} or {@code probing}
   */
  public static String state(Breaker breaker) {
    return switch (breaker) {
      case Breaker.Closed closed -> "closed";
      case Breaker.Open open -> "open";
      case Breaker.Probing probing -> "probing";
    };
  }

  /**
   * What happens next.
   *
   * @param breaker the breaker
   * @param now the store's time
   * @return a phrase
   */
  public static String next(Breaker breaker, Instant now) {
    return switch (breaker) {
      case Breaker.Closed closed when closed.run() == 0 -> "deliveries run";
      case Breaker.Closed closed when closed.run() == 1 ->
          "deliveries run; the last attempt found it unavailable";
      case Breaker.Closed closed ->
          "deliveries run; the last " + closed.run() + " attempts found it unavailable";
      case Breaker.Open open when open.probeAt().isAfter(now) ->
          "a probe goes out at " + TIME.format(open.probeAt()) + " UTC";
      case Breaker.Open open -> "the next delivery due goes out as the probe";
      case Breaker.Probing probing -> "the probe is on its way";
    };
  }
}
