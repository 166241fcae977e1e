package dev.holdfast.testing.plugins;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdfast.client.Plugin;
import dev.holdfast.client.runtime.Signal;
import dev.holdfast.client.runtime.SystemRuntime;
import dev.holdfast.client.runtime.Waiter;
import dev.holdfast.client.transport.Headers;
import dev.holdfast.client.transport.Reply;
import dev.holdfast.client.transport.Transport;
import dev.holdfast.core.CallEnding;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A vendor of one record that is up for ten requests and then down for ten, and answers with the
 * number of the request. How long it takes and how it fails is drawn from a seed and that number.
 */
final class FlappingVendor implements Transport {
  private static final int PHASE = 10;
  private static final long LONGEST_NANOS = TimeUnit.MICROSECONDS.toNanos(1_500);

  private final long seed;
  private final AtomicInteger requests = new AtomicInteger();
  private final AtomicInteger inFlight = new AtomicInteger();
  private final AtomicInteger mostInFlight = new AtomicInteger();
  private final Map<Integer, Instant> fetched = new ConcurrentHashMap<>();
  private volatile boolean recovered;

  FlappingVendor(long seed) {
    this.seed = seed;
  }

  /** To be the innermost: it notes when each request was sent, as the client has it. */
  Plugin witness() {
    return Plugs.plugin((operation, next, info) -> {
      var response = next.proceed(operation);
      fetched.put(
          Integer.parseInt(new String(response.json(), UTF_8)), response.meta().fetchedAt());
      return response;
    });
  }

  Instant fetchedAt(int request) {
    return Objects.requireNonNull(fetched.get(request));
  }

  int mostInFlight() {
    return mostInFlight.get();
  }

  int requests() {
    return requests.get();
  }

  /** Is up from now on. */
  void recover() {
    recovered = true;
  }

  @Override
  public Reply send(Request request, Duration timeout, Signal signal) {
    int number = requests.getAndIncrement();
    mostInFlight.accumulateAndGet(inFlight.incrementAndGet(), Math::max);
    try {
      return answer(number, signal);
    } finally {
      inFlight.decrementAndGet();
    }
  }

  private Reply answer(int number, Signal signal) {
    SplittableRandom chance = new SplittableRandom(seed * 1_000_003 + number);
    Waiter waiter = SystemRuntime.get().waiters().get();
    Signal.Registration cancel = signal.onFire(waiter::wake);
    try {
      if (waiter.await(chance.nextLong(LONGEST_NANOS))) {
        return new Reply.Unanswered(new CallEnding.Cancelled(CallEnding.Sent.MAYBE), "");
      }
    } catch (InterruptedException e) {
      throw new AssertionError("nobody interrupts a flight", e);
    } finally {
      cancel.close();
    }
    if (recovered || number / PHASE % 2 == 0) {
      return new Reply.Answer(200, Headers.NONE, Integer.toString(number).getBytes(UTF_8));
    }
    return switch (chance.nextInt(4)) {
      case 0 -> new Reply.Answer(429, Headers.NONE, new byte[0]);
      case 1 -> new Reply.Unanswered(new CallEnding.NeverLeft(), "");
      case 2 -> new Reply.Unanswered(new CallEnding.TimedOut(), "");
      default -> new Reply.Answer(503, Headers.NONE, new byte[0]);
    };
  }
}
