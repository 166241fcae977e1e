package dev.holdfast.client;

import dev.holdfast.core.CallEnding;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import javax.net.ssl.SSLHandshakeException;

/** Tells the ways an exchange can fail apart, by the types in the whole chain of causes. */
final class Failures {

  /** Longer chains are cycles. */
  private static final int CAUSES_MAX = 32;

  /**
   * What the client silently sends once more, so that the last failure says nothing of the first.
   */
  private static final Set<String> SENT_AGAIN = Set.of("GET", "HEAD");

  private Failures() {}

  static CallEnding ending(Throwable failure, String method) {
    List<Throwable> chain =
        Stream.iterate(failure, Objects::nonNull, Throwable::getCause).limit(CAUSES_MAX).toList();
    // A connect timeout is a kind of timeout too, so it comes first.
    if (neverLeft(chain) && !SENT_AGAIN.contains(method)) {
      return new CallEnding.NeverLeft();
    }
    return any(chain, HttpTimeoutException.class)
        ? new CallEnding.TimedOut()
        : new CallEnding.Broken();
  }

  private static boolean neverLeft(List<Throwable> chain) {
    return any(chain, HttpConnectTimeoutException.class)
        || any(chain, UnresolvedAddressException.class)
        || any(chain, UnknownHostException.class)
        || any(chain, SSLHandshakeException.class)
        || (any(chain, ConnectException.class) && chain.stream().noneMatch(Failures::reset));
  }

  private static boolean any(List<Throwable> chain, Class<? extends Throwable> type) {
    return chain.stream().anyMatch(type::isInstance);
  }

  /** A connection that was reset had been made: no proof, whatever type reports it. */
  private static boolean reset(Throwable failure) {
    String text = failure.getMessage();
    return text != null && text.toLowerCase(Locale.ROOT).contains("reset");
  }
}
