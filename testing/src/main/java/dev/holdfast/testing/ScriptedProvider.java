package dev.holdfast.testing;

import dev.holdfast.client.runtime.Signal;
import dev.holdfast.client.runtime.SystemRuntime;
import dev.holdfast.client.runtime.Waiter;
import dev.holdfast.client.transport.Headers;
import dev.holdfast.client.transport.Reply;
import dev.holdfast.client.transport.Transport;
import dev.holdfast.core.CallEnding;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A transport without a network: it gives each request the next entry of a script, and repeats the
 * last. It remembers what arrived.
 *
 * <p>A request whose signal has fired, or whose thread is interrupted, does not arrive. Safe for
 * use by many threads, which share one script.
 */
public final class ScriptedProvider implements Transport {
  private final Supplier<Waiter> waiters;
  private final List<Transport> script = new ArrayList<>();
  private final List<Request> requests = new ArrayList<>();

  private ScriptedProvider(Supplier<Waiter> waiters) {
    this.waiters = waiters;
  }

  /**
   * A provider on virtual time, with an empty script: a request that hangs moves the clock.
   *
   * @param time the clock that its callers run by
   * @return a new provider
   */
  public static ScriptedProvider on(VirtualTime time) {
    return new ScriptedProvider(() -> new VirtualWaiter(time));
  }

  /**
   * A provider on the system's time, with an empty script: a request that hangs really does.
   *
   * @return a new provider
   */
  public static ScriptedProvider onSystemTime() {
    return new ScriptedProvider(SystemRuntime.get().waiters());
  }

  /**
   * Adds answers without header fields and with an empty body.
   *
   * @param statuses the HTTP status of each, 100 to 999
   * @return this
   */
  public ScriptedProvider answer(int... statuses) {
    for (int status : statuses) {
      answer(status, Map.of(), "");
    }
    return this;
  }

  /**
   * Adds an answer.
   *
   * @param status its HTTP status, 100 to 999
   * @param headers its header fields by name
   * @param body its body, sent in UTF-8
   * @return this
   */
  public ScriptedProvider answer(int status, Map<String, String> headers, String body) {
    Headers fields = Headers.of(headers);
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    return then(request -> new Reply.Answer(status, fields, bytes));
  }

  /**
   * Adds an answer that never comes: the request ends by its timeout, its signal or an interrupt,
   * whichever is first.
   *
   * @return this
   */
  public ScriptedProvider hang() {
    return add((request, timeout, signal) -> hang(timeout, signal));
  }

  /**
   * Adds a failure to connect: the request surely never left.
   *
   * @return this
   */
  public ScriptedProvider offline() {
    return then(request -> new Reply.Unanswered(new CallEnding.NeverLeft(), ""));
  }

  /**
   * Adds a connection that breaks before the answer: the request may have arrived.
   *
   * @return this
   */
  public ScriptedProvider broken() {
    return then(request -> new Reply.Unanswered(new CallEnding.Broken(), ""));
  }

  /**
   * Adds whatever a function makes of the request.
   *
   * @param answer the function; in the place of the last entry it must be safe for many threads
   *     where callers are many. What it throws ends the test as an {@link AssertionError}
   * @return this
   */
  public ScriptedProvider then(Function<Request, Reply> answer) {
    return add((request, timeout, signal) -> answered(answer, request));
  }

  private static Reply answered(Function<Request, Reply> answer, Request request) {
    try {
      return answer.apply(request);
    } catch (RuntimeException e) {
      // A client would take it for a failure of its provider.
      throw new AssertionError("the script's function must answer but threw " + e, e);
    }
  }

  private synchronized ScriptedProvider add(Transport entry) {
    script.add(entry);
    return this;
  }

  /**
   * How many requests have arrived.
   *
   * @return the number, at least 0
   */
  public synchronized int count() {
    return requests.size();
  }

  /**
   * The requests that have arrived, in their order.
   *
   * @return a copy
   */
  public synchronized List<Request> requests() {
    return List.copyOf(requests);
  }

  /**
   * Answers by the script.
   *
   * @throws IllegalStateException if the script is empty
   */
  @Override
  public Reply send(Request request, Duration timeout, Signal signal) {
    if (signal.fired() || Thread.currentThread().isInterrupted()) {
      return cancelled(CallEnding.Sent.NO);
    }
    return arrived(request).send(request, timeout, signal);
  }

  private synchronized Transport arrived(Request request) {
    if (script.isEmpty()) {
      // No exception that a client would take for a failure of its provider.
      throw new AssertionError(
          "script must have an entry before a request comes but had none: call answer or another");
    }
    requests.add(request);
    return script.get(Math.min(requests.size(), script.size()) - 1);
  }

  private Reply hang(Duration timeout, Signal signal) {
    Waiter waiter = waiters.get();
    Signal.Registration registration = signal.onFire(waiter::wake);
    try {
      return waiter.await(TimeUnit.NANOSECONDS.convert(timeout))
          ? cancelled(CallEnding.Sent.MAYBE)
          : new Reply.Unanswered(new CallEnding.TimedOut(), "");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return cancelled(CallEnding.Sent.MAYBE);
    } finally {
      registration.close();
    }
  }

  private static Reply cancelled(CallEnding.Sent sent) {
    return new Reply.Unanswered(new CallEnding.Cancelled(sent), "");
  }
}
