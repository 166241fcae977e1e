package dev.holdfast.client.transport;

import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import org.jspecify.annotations.Nullable;

/** Collects a body, up to a limit. */
final class Collector implements BodySubscriber<byte[]> {
  private static final byte[] NOTHING = {};

  private final int maxBytes;
  private final CompletableFuture<byte[]> body = new CompletableFuture<>();
  private final List<ByteBuffer> parts = new ArrayList<>(2);
  private @Nullable Subscription subscription;
  private int bytes;
  private volatile boolean tooLarge;

  Collector(int maxBytes) {
    this.maxBytes = maxBytes;
  }

  /** Whether there was more than the limit: reading stopped there. */
  boolean tooLarge() {
    return tooLarge;
  }

  @Override
  public CompletionStage<byte[]> getBody() {
    return body;
  }

  @Override
  public void onSubscribe(Subscription subscription) {
    this.subscription = subscription;
    subscription.request(Long.MAX_VALUE);
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    if (tooLarge) {
      return;
    }
    for (ByteBuffer buffer : buffers) {
      if (buffer.remaining() > maxBytes - bytes) {
        stop();
        return;
      }
      bytes += buffer.remaining();
      parts.add(buffer);
    }
  }

  /** Closes the connection: reading on would cost more than a new one. */
  private void stop() {
    tooLarge = true;
    parts.clear();
    if (subscription != null) {
      subscription.cancel();
    }
    body.complete(NOTHING);
  }

  @Override
  public void onError(Throwable failure) {
    body.completeExceptionally(failure);
  }

  @Override
  public void onComplete() {
    byte[] whole = new byte[bytes];
    int at = 0;
    for (ByteBuffer part : parts) {
      int length = part.remaining();
      part.get(whole, at, length);
      at += length;
    }
    body.complete(whole);
  }
}
