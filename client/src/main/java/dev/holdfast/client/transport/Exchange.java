package dev.holdfast.client.transport;

import dev.holdfast.client.transport.Reply.Flaw;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.ResponseInfo;
import java.nio.ByteBuffer;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Flow.Subscriber;
import org.jspecify.annotations.Nullable;

/**
 * One exchange, seen by the thread that waits for it: how far it came, and what cut it short.
 *
 * <p>It is cut by an interrupt, which is taken back when the exchange has ended. An interrupt from
 * outside within the microseconds until ours is noticed can't be told from it, and is lost.
 */
final class Exchange implements BodyHandler<byte[]> {
  private final Thread thread = Thread.currentThread();
  private final Collector body;
  private volatile @Nullable ResponseInfo head;
  private boolean noted;
  private volatile boolean begun;
  private boolean left;
  private @Nullable Flaw cut;
  private boolean ended;

  Exchange(int maxBodyBytes) {
    body = new Collector(maxBodyBytes);
  }

  /** The status and header fields, or null as long as they are not there. */
  @Nullable ResponseInfo head() {
    return head;
  }

  boolean bodyTooLarge() {
    return body.tooLarge();
  }

  @Override
  public BodySubscriber<byte[]> apply(ResponseInfo info) {
    head = info;
    return body;
  }

  /**
   * A request's body, which notes when the request leaves: the client asks for its length when it
   * writes the header fields, after the connection and its handshake, and at no other time.
   */
  BodyPublisher noting(BodyPublisher bytes) {
    noted = true;
    return new Noting(bytes);
  }

  /** From here on the client has it. */
  void begin() {
    begun = true;
  }

  void timeUp() {
    cut(Flaw.TIMED_OUT);
  }

  void cancel() {
    cut(Flaw.CANCELLED);
  }

  private synchronized void cut(Flaw why) {
    if (!ended && cut == null) {
      cut = why;
      thread.interrupt();
    }
  }

  /**
   * Has nothing leave and nothing cut any more.
   *
   * @param interrupted whether an interrupt was noticed, and its flag cleared
   * @return why the exchange was cut, or null where it was not
   */
  synchronized @Nullable Flaw end(boolean interrupted) {
    ended = true;
    if (cut != null && !interrupted) {
      Thread.interrupted();
    }
    return cut;
  }

  /** Whether it is noted when the request leaves: not where a request can have no body. */
  boolean noted() {
    return noted;
  }

  /** Whether it is known, once ended, that not a byte of the request was written. */
  synchronized boolean surelyUnsent() {
    return !begun || (noted && !left);
  }

  private synchronized void leave() {
    if (ended) {
      throw new CancellationException();
    }
    left = true;
  }

  private final class Noting implements BodyPublisher {
    private final BodyPublisher bytes;

    Noting(BodyPublisher bytes) {
      this.bytes = bytes;
    }

    @Override
    public long contentLength() {
      leave();
      return bytes.contentLength();
    }

    @Override
    public void subscribe(Subscriber<? super ByteBuffer> subscriber) {
      bytes.subscribe(subscriber);
    }
  }
}
