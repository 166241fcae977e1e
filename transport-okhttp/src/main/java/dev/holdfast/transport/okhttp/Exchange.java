package dev.holdfast.transport.okhttp;

import static java.util.Objects.requireNonNull;

import dev.holdfast.client.transport.Causes;
import dev.holdfast.client.transport.Gunzip;
import dev.holdfast.client.transport.Reply;
import dev.holdfast.client.transport.Transport;
import dev.holdfast.core.CallEnding;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.util.concurrent.FutureTask;
import okhttp3.Call;
import okhttp3.EventListener;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Response;
import okhttp3.ResponseBody;
import okio.BufferedSource;
import org.jspecify.annotations.Nullable;

/**
 * One request on its way.
 *
 * <p>It listens to OkHttp's events, since how far it came is what a failure means: no exception's
 * type tells that as surely. All but {@link #timeOut}, {@link #cancel} and {@link #canceled}
 * belongs to the calling thread, on which OkHttp tells its events too.
 */
final class Exchange extends EventListener {
  private static final byte[] NOTHING = new byte[0];

  private final Call call;
  private final int maxBodyBytes;
  private final Lookups lookups;
  private boolean connected;
  private boolean sent;
  private @Nullable Response head;
  private volatile boolean late;
  private volatile @Nullable FutureTask<?> lookup;

  /** Why it was cut, if it was. */
  private enum Cut {
    NONE,
    LATE,
    CANCELLED
  }

  Exchange(
      OkHttpClient client,
      Lookups lookups,
      Transport.Request request,
      HttpUrl url,
      int maxBodyBytes) {
    this.lookups = lookups;
    this.maxBodyBytes = maxBodyBytes;
    this.call = client.newCall(Requests.of(request, url).tag(Exchange.class, this).build());
  }

  /** The exchange that made a call. */
  static Exchange of(Call call) {
    return requireNonNull(call.request().tag(Exchange.class), "exchange");
  }

  void timeOut() {
    late = true;
    call.cancel();
  }

  void cancel() {
    call.cancel();
  }

  /** Sends, and waits for what becomes of it. */
  Reply run() {
    try (Response response = call.execute()) {
      return read(response);
    } catch (Throwable e) {
      // Whatever is thrown means something for the call, errors too.
      return failed(e);
    }
  }

  private Reply read(Response response) {
    Response answered = requireNonNull(head, "head");
    try {
      byte[] wire = wire(answered, response.body());
      return Gunzip.answer(answered.code(), answered.headers()::values, wire, maxBodyBytes);
    } catch (IOException | RuntimeException e) {
      Reply reply = failed(e);
      // Else closing it would read on for a while, to save the connection.
      call.cancel();
      return reply;
    }
  }

  private byte[] wire(Response answered, ResponseBody body) throws IOException {
    if (Framing.isEmpty(answered.code())) {
      // OkHttp would wait for the bytes that a 304 tells of and does not send.
      if (body.contentLength() != 0) {
        call.cancel();
      }
      return NOTHING;
    }
    BufferedSource source = body.source();
    if (body.contentLength() > maxBodyBytes || source.request(maxBodyBytes + 1L)) {
      throw new Flawed(Reply.Flaw.TOO_LARGE);
    }
    return source.readByteArray();
  }

  private Reply failed(Throwable failure) {
    Response answered = head;
    return answered == null
        ? new Reply.Unanswered(ending(failure), Causes.text(failure))
        : new Reply.Bodiless(answered.code(), answered.headers()::values, flaw(failure));
  }

  private CallEnding ending(Throwable failure) {
    return switch (cut()) {
      case CANCELLED -> new CallEnding.Cancelled(sent ? CallEnding.Sent.MAYBE : CallEnding.Sent.NO);
      case LATE -> sent ? new CallEnding.TimedOut() : new CallEnding.NeverLeft();
      case NONE -> sent ? Failures.afterSending(failure) : Failures.beforeSending(failure);
    };
  }

  private Reply.Flaw flaw(Throwable failure) {
    return switch (cut()) {
      case CANCELLED -> Reply.Flaw.CANCELLED;
      case LATE -> Reply.Flaw.TIMED_OUT;
      case NONE -> Failures.flaw(failure);
    };
  }

  private Cut cut() {
    if (Thread.currentThread().isInterrupted()) {
      return Cut.CANCELLED;
    }
    if (!call.isCanceled()) {
      return Cut.NONE;
    }
    return late ? Cut.LATE : Cut.CANCELLED;
  }

  /** Whether it made its connection itself. */
  boolean connected() {
    return connected;
  }

  @Override
  public void dnsStart(Call call, String domainName) {
    lookup = lookups.begin(domainName);
    if (call.isCanceled()) {
      canceled(call);
    }
  }

  @Override
  public void canceled(Call call) {
    FutureTask<?> waited = lookup;
    if (waited != null) {
      waited.cancel(false);
    }
  }

  @Override
  public void connectEnd(
      Call call, InetSocketAddress address, Proxy proxy, @Nullable Protocol protocol) {
    connected = true;
  }

  @Override
  public void requestHeadersStart(Call call) {
    sent = true;
  }

  @Override
  public void responseHeadersEnd(Call call, Response response) {
    Framing.checkHead(response);
    head = response;
    Framing.checkLength(response);
  }
}
