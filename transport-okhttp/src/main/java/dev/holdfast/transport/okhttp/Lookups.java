package dev.holdfast.transport.okhttp;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import okhttp3.Dns;

/**
 * Looks names up where the wait for them can be cut: no interrupt and no cancel gets a thread out
 * of the system's look-up. OkHttp tells the exchange that it will look a name up, and then does, on
 * the same thread. Safe for use by many threads.
 */
final class Lookups implements Dns {
  private final Dns dns;
  private final Executor threads;
  private final Map<Thread, FutureTask<List<InetAddress>>> begun = new ConcurrentHashMap<>();

  Lookups(Dns dns, Executor threads) {
    this.dns = dns;
    this.threads = threads;
  }

  /**
   * Begins the look-up that the calling thread is about to ask for.
   *
   * @return it, to be cancelled where nobody needs it any more
   */
  FutureTask<List<InetAddress>> begin(String name) {
    FutureTask<List<InetAddress>> task = new FutureTask<>(() -> dns.lookup(name));
    begun.put(Thread.currentThread(), task);
    threads.execute(task);
    return task;
  }

  @Override
  public List<InetAddress> lookup(String name) throws UnknownHostException {
    FutureTask<List<InetAddress>> task = begun.remove(Thread.currentThread());
    try {
      return task == null ? dns.lookup(name) : task.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw unknown(e);
    } catch (CancellationException e) {
      throw unknown(e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException refusal) {
        throw refusal;
      }
      throw unknown(e);
    }
  }

  private static UnknownHostException unknown(Exception cause) {
    UnknownHostException unknown = new UnknownHostException();
    unknown.initCause(cause);
    return unknown;
  }
}
