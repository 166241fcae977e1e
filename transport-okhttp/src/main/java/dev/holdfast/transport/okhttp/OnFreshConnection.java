package dev.holdfast.transport.okhttp;

import java.io.IOException;
import java.util.function.BooleanSupplier;
import okhttp3.Interceptor;
import okhttp3.Response;

/** Takes another connection where the one at hand turns out to be closed before it is used. */
record OnFreshConnection(BooleanSupplier closed) implements Interceptor {

  /** That a kept connection is of no use any more. Nothing was sent on it. */
  static final class Stale extends IOException {
    private static final long serialVersionUID = 1;

    Stale() {
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
    // OkHttp knows of this call by now, so a close that comes later cancels it.
    if (closed.getAsBoolean()) {
      chain.call().cancel();
    }
    while (true) {
      try {
        return chain.proceed(chain.request());
      } catch (Stale e) {
        // It is out of the pool. There are only so many, and a new one is never stale.
      }
    }
  }
}
