package dev.holdfast.transport.okhttp;

import dev.holdfast.client.transport.Causes;
import dev.holdfast.client.transport.Reply.Flaw;
import dev.holdfast.core.CallEnding;
import java.io.IOException;
import java.net.UnknownServiceException;
import javax.net.ssl.SSLHandshakeException;
import okhttp3.internal.http2.ConnectionShutdownException;
import okhttp3.internal.http2.ErrorCode;
import okhttp3.internal.http2.StreamResetException;

/** What a failure means that nobody on this side caused. */
final class Failures {
  private Failures() {}

  static CallEnding beforeSending(Throwable failure) {
    // No connection can be tried: the client's owner forbids it, by its settings or its look-up.
    return failure instanceof RuntimeException || failure instanceof UnknownServiceException
        ? new CallEnding.Refused()
        : new CallEnding.NeverLeft();
  }

  static CallEnding afterSending(Throwable failure) {
    return Causes.chain(failure).stream().anyMatch(Failures::provesUnread)
        ? new CallEnding.NeverLeft()
        : new CallEnding.Broken();
  }

  /**
   * Whether the server said that it has not looked at the request. With TLS 1.3 it refuses our
   * certificate only after we may have begun to send, and reads nothing then.
   */
  private static boolean provesUnread(Throwable cause) {
    return cause instanceof SSLHandshakeException
        || cause instanceof ConnectionShutdownException
        || (cause instanceof StreamResetException reset
            && reset.errorCode == ErrorCode.REFUSED_STREAM);
  }

  static Flaw flaw(Throwable failure) {
    if (failure instanceof Flawed flawed) {
      return flawed.flaw();
    }
    return failure instanceof IOException ? Flaw.BROKEN : Flaw.GARBLED;
  }
}
