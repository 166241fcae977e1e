package dev.holdfast.client.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.client.transport.Reply.Flaw;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.UnresolvedAddressException;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class FailuresTest {

  static Stream<Throwable> unconnected() {
    return Stream.of(
        new ConnectException("Connection refused"),
        new ConnectException(),
        causedBy(new UnresolvedAddressException()),
        new UnknownHostException("host"),
        new HttpConnectTimeoutException("HTTP connect timed out"),
        new IOException("Too many retries", causedBy(new ConnectException("Connection refused"))));
  }

  @ParameterizedTest
  @MethodSource("unconnected")
  void proof_that_no_connection_was_made_is_found_anywhere_in_the_chain(Throwable failure) {
    assertThat(Failures.unconnected(causedBy(failure))).isTrue();
  }

  static Stream<Throwable> unread() {
    return Stream.of(
        new SSLHandshakeException("PKIX path building failed"),
        new IOException("Too many retries", new IOException("request not processed by peer")));
  }

  @ParameterizedTest
  @MethodSource("unread")
  void proof_that_nothing_was_read_is_found_anywhere_in_the_chain(Throwable failure) {
    assertThat(Failures.unread(causedBy(failure))).isTrue();
  }

  static Stream<Throwable> broken() {
    return Stream.of(
        new IOException("HTTP/1.1 header parser received no bytes"),
        new ConnectException("Connection reset by peer"),
        new ConnectException("failed").initCause(new IOException("Connection reset")),
        new SSLException("closing inbound before receiving peer's close_notify"),
        new HttpTimeoutException("request timed out"),
        new NumberFormatException("abc"),
        new OutOfMemoryError("no room"));
  }

  @ParameterizedTest
  @MethodSource("broken")
  void anything_else_proves_nothing(Throwable failure) {
    assertThat(Failures.unconnected(causedBy(failure))).isFalse();
    assertThat(Failures.unread(causedBy(failure))).isFalse();
  }

  @Test
  void a_timeout_is_told_from_a_break() {
    assertThat(Failures.timeout(causedBy(new HttpTimeoutException("request timed out")))).isTrue();
    assertThat(Failures.timeout(causedBy(new IOException("reset")))).isFalse();
  }

  @Test
  void a_body_that_stopped_is_told_from_one_that_can_not_be_read() {
    assertThat(flaw(new IOException(new EOFException()))).isEqualTo(Flaw.BROKEN);
    assertThat(flaw(new IOException(new SocketException()))).isEqualTo(Flaw.BROKEN);
    assertThat(flaw(new SSLException("closed"))).isEqualTo(Flaw.BROKEN);
    assertThat(flaw(new ClosedChannelException())).isEqualTo(Flaw.BROKEN);
    assertThat(flaw(new IOException("Illegal character"))).isEqualTo(Flaw.GARBLED);
    assertThat(flaw(new NumberFormatException())).isEqualTo(Flaw.GARBLED);
    assertThat(flaw(new HttpTimeoutException(""))).isEqualTo(Flaw.TIMED_OUT);
    assertThat(Failures.flaw(new IOException("Received RST_STREAM"), HttpClient.Version.HTTP_2))
        .isEqualTo(Flaw.BROKEN);
  }

  private static Flaw flaw(Throwable failure) {
    return Failures.flaw(causedBy(failure), HttpClient.Version.HTTP_1_1);
  }

  @Test
  void a_chain_that_bites_its_tail_is_read_once() {
    IOException head = new IOException("head");
    IOException tail = new IOException("tail", head);
    head.initCause(tail);

    assertThat(Failures.unconnected(head)).isFalse();
  }

  private static Throwable causedBy(Throwable failure) {
    return new ExecutionException(failure);
  }
}
