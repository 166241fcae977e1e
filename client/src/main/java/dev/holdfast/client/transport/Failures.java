package dev.holdfast.client.transport;

import dev.holdfast.client.transport.Reply.Flaw;
import java.io.EOFException;
import java.net.ConnectException;
import java.net.ProtocolException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.UnresolvedAddressException;
import java.util.List;
import java.util.Locale;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;

/** Tells the ways an exchange can fail apart, by the types in the whole chain of causes. */
final class Failures {
  private Failures() {}

  /** Proves that no connection was made, provided that nothing was tried before. */
  static boolean unconnected(Throwable failure) {
    List<Throwable> chain = Causes.chain(failure);
    return any(chain, HttpConnectTimeoutException.class)
        || any(chain, UnresolvedAddressException.class)
        || any(chain, UnknownHostException.class)
        || (any(chain, ConnectException.class) && chain.stream().noneMatch(Failures::reset));
  }

  /**
   * Proves that the provider has not looked at what it was sent last: its side of the handshake
   * failed, which with TLS 1.3 may come after our first bytes, or it said so, as HTTP/2 can.
   */
  static boolean unread(Throwable failure) {
    List<Throwable> chain = Causes.chain(failure);
    return any(chain, SSLHandshakeException.class)
        || chain.stream().anyMatch(Failures::unprocessed);
  }

  /** What is wrong with a body that ended in a failure. */
  static Flaw flaw(Throwable failure, HttpClient.Version version) {
    List<Throwable> chain = Causes.chain(failure);
    if (any(chain, HttpTimeoutException.class)) {
      return Flaw.TIMED_OUT;
    }
    // Of HTTP/1.1 the client reports framing that it can't read without any of these.
    return version == HttpClient.Version.HTTP_2
            || any(chain, EOFException.class)
            || any(chain, SocketException.class)
            || any(chain, SSLException.class)
            || any(chain, ClosedChannelException.class)
        ? Flaw.BROKEN
        : Flaw.GARBLED;
  }

  /** After an answer that it can't parse the client forgets to close the connection. */
  static boolean leavesOpen(Throwable failure) {
    List<Throwable> chain = Causes.chain(failure);
    return any(chain, ProtocolException.class) || any(chain, NumberFormatException.class);
  }

  static boolean timeout(Throwable failure) {
    return any(Causes.chain(failure), HttpTimeoutException.class);
  }

  private static boolean any(List<Throwable> chain, Class<? extends Throwable> type) {
    return chain.stream().anyMatch(type::isInstance);
  }

  /** A connection that was reset had been made: no proof, whatever type reports it. */
  private static boolean reset(Throwable failure) {
    String text = failure.getMessage();
    return text != null && text.toLowerCase(Locale.ROOT).contains("reset");
  }

  /** REFUSED_STREAM, or GOAWAY with an earlier stream as the last: there is no type for it. */
  private static boolean unprocessed(Throwable failure) {
    return "request not processed by peer".equals(failure.getMessage());
  }
}
