package dev.holdfast.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.CallEnding.Broken;
import dev.holdfast.core.CallEnding.NeverLeft;
import dev.holdfast.core.CallEnding.TimedOut;
import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class FailuresTest {

  static Stream<Throwable> neverLeft() {
    return Stream.of(
        new ConnectException("Connection refused"),
        new ConnectException(),
        causedBy(new UnresolvedAddressException()),
        new UnknownHostException("host"),
        new HttpConnectTimeoutException("HTTP connect timed out"),
        new SSLHandshakeException("PKIX path building failed"),
        new IOException(causedBy(new ConnectException("Connection refused"))));
  }

  @ParameterizedTest
  @MethodSource("neverLeft")
  void proof_that_nothing_left_is_found_anywhere_in_the_chain(Throwable failure) {
    assertThat(Failures.ending(causedBy(failure), "POST")).isEqualTo(new NeverLeft());
  }

  @ParameterizedTest
  @MethodSource("neverLeft")
  void what_the_client_sends_again_by_itself_is_never_proved_unsent(Throwable failure) {
    assertThat(Failures.ending(causedBy(failure), "HEAD")).isNotEqualTo(new NeverLeft());
  }

  static Stream<Throwable> broken() {
    return Stream.of(
        new IOException("HTTP/1.1 header parser received no bytes"),
        new ConnectException("Connection reset by peer"),
        new ConnectException("failed").initCause(new IOException("Connection reset")),
        new SSLException("closing inbound before receiving peer's close_notify"),
        new NumberFormatException("abc"),
        new OutOfMemoryError("no room"));
  }

  @ParameterizedTest
  @MethodSource("broken")
  void what_proves_nothing_is_broken(Throwable failure) {
    assertThat(Failures.ending(causedBy(failure), "POST")).isEqualTo(new Broken());
  }

  @Test
  void a_timeout_after_connecting_may_have_been_sent() {
    assertThat(Failures.ending(causedBy(new HttpTimeoutException("request timed out")), "POST"))
        .isEqualTo(new TimedOut());
  }

  @Test
  void a_chain_that_bites_its_tail_is_read_once() {
    IOException head = new IOException("head");
    IOException tail = new IOException("tail", head);
    head.initCause(tail);

    assertThat(Failures.ending(head, "POST")).isEqualTo(new Broken());
  }

  private static Throwable causedBy(Throwable failure) {
    return new ExecutionException(failure);
  }
}
