package dev.holdfast.testing.plugins;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdfast.client.Client;
import dev.holdfast.client.HttpApi;
import dev.holdfast.client.Options;
import dev.holdfast.client.Plugin;
import dev.holdfast.client.Result;
import dev.holdfast.client.runtime.ClientRuntime;
import dev.holdfast.client.runtime.Signal;
import dev.holdfast.client.runtime.SystemRuntime;
import dev.holdfast.client.runtime.Waiter;
import dev.holdfast.client.transport.Headers;
import dev.holdfast.client.transport.Reply;
import dev.holdfast.client.transport.Transport;
import dev.holdfast.core.CallEnding;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * Callers on real threads, and a vendor whose requests a test answers by hand. What happens is
 * waited for and never slept through.
 */
final class Crowd implements Transport {
  private static final String CALLER = "caller";

  /** The requests that wait for an answer, as they arrive. */
  final BlockingQueue<Asked> asked = new LinkedBlockingQueue<>();

  private final Semaphore waiting = new Semaphore(0);
  private final ClientRuntime real = SystemRuntime.get();
  final ClientRuntime runtime =
      new ClientRuntime(
          real.clock(),
          real.ticker(),
          real.random(),
          real.timers(),
          () -> told(real.waiters().get()),
          real.executor());

  /** A request that a test answers. */
  static final class Asked {
    private final Waiter waiter;
    private volatile @Nullable Reply reply;

    Asked(Waiter waiter) {
      this.waiter = waiter;
    }

    void answer(int status, String body) {
      reply(new Reply.Answer(status, Headers.NONE, body.getBytes(UTF_8)));
    }

    private void reply(Reply with) {
      reply = with;
      waiter.wake();
    }
  }

  @Override
  public Reply send(Request request, Duration timeout, Signal signal) {
    Asked each = new Asked(real.waiters().get());
    Signal.Registration cancel =
        signal.onFire(() ->
            each.reply(new Reply.Unanswered(new CallEnding.Cancelled(CallEnding.Sent.MAYBE), "")));
    asked.add(each);
    try {
      while (true) {
        Reply reply = each.reply;
        if (reply != null) {
          return reply;
        }
        each.waiter.await(Long.MAX_VALUE);
      }
    } catch (InterruptedException e) {
      throw new AssertionError("nobody interrupts a flight", e);
    } finally {
      cancel.close();
    }
  }

  /** Tells when a caller begins to wait. */
  private Waiter told(Waiter waiter) {
    return new Waiter() {
      @Override
      public boolean await(long nanos) throws InterruptedException {
        if (Thread.currentThread().getName().equals(CALLER)) {
          waiting.release();
        }
        return waiter.await(nanos);
      }

      @Override
      public void wake() {
        waiter.wake();
      }
    };
  }

  /** Returns once so many callers more have begun to wait. */
  void untilWaiting(int callers) throws InterruptedException {
    waiting.acquire(callers);
  }

  Client client(Plugin... plugins) {
    var builder =
        Client.of(HttpApi.named("example").baseUrl("http://example.test"))
            .transport(this)
            .runtime(runtime)
            .noSlowDown()
            .options(Options.none().retries(0));
    for (Plugin plugin : plugins) {
      builder.plugin(plugin);
    }
    return builder.build();
  }

  /** A call on a thread of its own. */
  static final class Caller<T extends @Nullable Object> {
    private final FutureTask<Result<T>> task;
    private final Thread thread;
    private volatile boolean interruptedAtEnd;

    Caller(Callable<Result<T>> call) {
      this.task = new FutureTask<>(call);
      this.thread =
          Thread.ofVirtual()
              .name(CALLER)
              .start(() -> {
                task.run();
                interruptedAtEnd = Thread.currentThread().isInterrupted();
              });
    }

    void interrupt() {
      thread.interrupt();
    }

    Result<T> result() throws Exception {
      return task.get();
    }

    Throwable failure() throws InterruptedException {
      thread.join();
      return task.exceptionNow();
    }

    boolean interruptedAtEnd() {
      return interruptedAtEnd;
    }
  }
}
