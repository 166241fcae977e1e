package dev.holdfast.benchmarks;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * One way to send the request of {@code ./bench http} and read its answer's body into an array.
 *
 * @param name what its figures begin with
 * @param call sends once
 * @param close ends its client
 */
record HttpContender(String name, Call call, Runnable close) {

  /** Sends once. */
  interface Call {
    byte @Nullable [] send() throws Exception;
  }

  /** Sends once, and makes sure that an answer came. */
  void send() throws Exception {
    byte[] body = call.send();
    int bytes = body == null ? 0 : body.length;
    if (bytes != HttpAnswerServer.BODY.length()) {
      throw new IOException(
          "%s must read %d bytes but read %d"
              .formatted(name, HttpAnswerServer.BODY.length(), bytes));
    }
  }
}
