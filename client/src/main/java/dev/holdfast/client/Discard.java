package dev.holdfast.client;

import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import org.jspecify.annotations.Nullable;

/** Reads a body off, up to a limit, and counts its bytes. */
final class Discard implements BodySubscriber<Long> {

  /** Reading on for longer costs more than a new connection does. */
  static final long BYTES_MAX = 1 << 20;

  private final CompletableFuture<Long> bytes = new CompletableFuture<>();
  private @Nullable Subscription subscription;
  private long read;

  @Override
  public CompletionStage<Long> getBody() {
    return bytes;
  }

  @Override
  public void onSubscribe(Subscription subscription) {
    this.subscription = subscription;
    subscription.request(Long.MAX_VALUE);
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    for (ByteBuffer buffer : buffers) {
      read += buffer.remaining();
    }
    if (read > BYTES_MAX && subscription != null) {
      subscription.cancel();
      bytes.complete(read);
    }
  }

  @Override
  public void onError(Throwable failure) {
    bytes.completeExceptionally(failure);
  }

  @Override
  public void onComplete() {
    bytes.complete(read);
  }
}
