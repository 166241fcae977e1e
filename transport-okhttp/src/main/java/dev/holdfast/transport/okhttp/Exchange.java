package dev.holdfast.transport.okhttp;

import static java.util.Objects.requireNonNull;

import dev.holdfast.client.transport.Causes;
import dev.holdfast.client.transport.Gunzip;
import dev.holdfast.client.transport.Reply;
import dev.holdfast.core.CallEnding;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.util.concurrent.FutureTask;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import okhttp3.Call;
import okhttp3.EventListener;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
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

  private final Supplier<Call> calls;
  private final Setting setting;
  private volatile Call call;
  private boolean connected;
  private boolean sent;
  private @Nullable Response head;
  private volatile boolean late;
  private volatile boolean cancelled;
  private volatile @Nullable FutureTask<?> lookup;

  /** Why it was cut, if it was. */
  private enum Cut {
    NONE,
    LATE,
    CANCELLED
  }

  /**
   * What all exchanges of a transport have in common.
   *
   * @param maxBodyBytes how long a body may be
   * @param lookups where names are looked up
   * @param closed whether the transport is closed
   */
  record Setting(int maxBodyBytes, Lookups lookups, BooleanSupplier closed) {}

  Exchange(OkHttpClient client, Request.Builder request, Setting setting) {
    this.setting = setting;
    Request sent = request.tag(Exchange.class, this).build();
    this.calls = () -> client.newCall(sent);
    this.call = calls.get();
  }

  /** The exchange that made a call. */
  static Exchange of(Call call) {
    return requireNonNull(call.request().tag(Exchange.class), "exchange");
  }

  void timeOut() {
    late = true;
    cancel();
  }

  void cancel() {
    cancelled = true;
    call.cancel();
  }

  /** Whether it must not go on, for which its call may be too new to know it. */
  boolean stopped() {
    return cancelled || setting.closed().getAsBoolean() || Thread.currentThread().isInterrupted();
  }

  /** Sends, and waits for what becomes of it. */
  Reply run() {
    while (true) {
      try (Response response = call.execute()) {
        return read(response);
      } catch (OneSend.StaleException e) {
        // Nothing was sent. Kept connections are only so many, and a new one is never stale.
        call = calls.get();
      } catch (Throwable e) {
        // Whatever is thrown means something for the call, errors too.
        return failed(e);
      }
    }
  }

  private Reply read(Response response) {
    Response answered = requireNonNull(head, "head");
    try {
      byte[] wire = wire(answered, response.body());
      return Gunzip.answer(
          answered.code(), answered.headers()::values, wire, setting.maxBodyBytes());
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
    long length = body.contentLength();
    if (length > setting.maxBodyBytes()
        || (length < 0 && source.request(setting.maxBodyBytes() + 1L))) {
      throw new Flawed(Reply.Flaw.TOO_LARGE);
    }
    return length < 0 ? source.readByteArray() : source.readByteArray(length);
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
    if (late && !Thread.currentThread().isInterrupted()) {
      return Cut.LATE;
    }
    return stopped() ? Cut.CANCELLED : Cut.NONE;
  }

  /** Whether it made its connection itself. */
  boolean connected() {
    return connected;
  }

  @Override
  public void dnsStart(Call call, String domainName) {
    lookup = setting.lookups().begin(domainName);
    if (stopped()) {
      call.cancel();
      // Its own event may have come before there was a look-up.
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
  public void connectStart(Call call, InetSocketAddress address, Proxy proxy) {
    if (stopped()) {
      call.cancel();
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
