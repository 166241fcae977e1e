package dev.holdfast.transport.okhttp;

import static java.util.Objects.requireNonNull;

import dev.holdfast.core.Ticker;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import okhttp3.Connection;
import okhttp3.Interceptor;
import okhttp3.Protocol;
import okhttp3.Response;

/** Sends on a connection that is alive, and keeps from OkHttp what would make it send again. */
final class OneSend implements Interceptor {
  private static final int OK = 200;

  private final KeptUses kept;

  OneSend(Ticker ticker) {
    kept = new KeptUses(ticker);
  }

  /** That a kept connection is of no use any more. Nothing was sent on it. */
  static final class StaleException extends IOException {
    private static final long serialVersionUID = 1;

    StaleException() {
      super("the kept connection is closed");
    }

    // Thrown for control, and in numbers when a server restarts.
    @Override
    public synchronized Throwable fillInStackTrace() {
      return this;
    }
  }

  @Override
  public Response intercept(Chain chain) throws IOException {
    Exchange exchange = Exchange.of(chain.call());
    if (exchange.stopped()) {
      // An interrupt would close every kept connection that is looked at.
      throw new InterruptedIOException();
    }
    Connection connection = requireNonNull(chain.connection(), "connection");
    Uses uses = kept.of(connection);
    if (!exchange.connected() && uses.doubtful()) {
      probe(connection);
    }
    Response response = chain.proceed(chain.request());
    uses.answered();
    // What it does about a 407, 408, 421 or 503 cannot be switched off otherwise. The exchange
    // knows the status.
    return response.isSuccessful() ? response : response.newBuilder().code(OK).build();
  }

  /**
   * Looks whether the server has closed a kept connection: else the request would be lost on it,
   * with nobody knowing what became of it. OkHttp looks only after ten seconds, and never for a
   * GET, which it would send again.
   */
  private static void probe(Connection connection) throws IOException {
    if (connection.protocol() != Protocol.HTTP_1_1) {
      return;
    }
    SocketChannel channel = connection.socket().getChannel();
    if (channel != null && !quiet(channel)) {
      throw new StaleException();
    }
  }

  /** Neither an end nor a byte: on an idle connection the server has nothing to say. */
  private static boolean quiet(SocketChannel channel) {
    try {
      channel.configureBlocking(false);
      boolean quiet = channel.read(ByteBuffer.allocate(1)) == 0;
      channel.configureBlocking(true);
      return quiet;
    } catch (IOException e) {
      return false;
    }
  }
}
