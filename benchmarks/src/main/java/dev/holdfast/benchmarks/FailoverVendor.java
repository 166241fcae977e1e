package dev.holdfast.benchmarks;

import dev.holdfast.client.runtime.Signal;
import dev.holdfast.client.transport.Headers;
import dev.holdfast.client.transport.Reply;
import dev.holdfast.client.transport.Transport;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** A provider without a network, up or down as it is told, that answers at once and counts. */
final class FailoverVendor implements Transport {
  private static final int OK = 200;
  private static final int UNAVAILABLE = 503;
  private static final byte[] BODY = HttpAnswerServer.BODY.getBytes(StandardCharsets.UTF_8);

  private volatile boolean down;
  private volatile long requests;

  void down(boolean is) {
    down = is;
  }

  long requests() {
    return requests;
  }

  // One thread calls at a time.
  @SuppressWarnings("NonAtomicVolatileUpdate")
  @Override
  public Reply send(Request request, Duration timeout, Signal signal) {
    requests++;
    return down
        ? new Reply.Answer(UNAVAILABLE, Headers.NONE, new byte[0])
        : new Reply.Answer(OK, Headers.NONE, BODY);
  }
}
