package dev.holdfast.testing.plugins;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.client.CallError;
import dev.holdfast.client.CallException;
import dev.holdfast.client.Client;
import dev.holdfast.client.HttpApi;
import dev.holdfast.client.Options;
import dev.holdfast.client.Plugin;
import dev.holdfast.client.Result;
import dev.holdfast.client.plugins.Cache;
import dev.holdfast.client.plugins.Failover;
import dev.holdfast.client.plugins.MemoryStore;
import dev.holdfast.client.runtime.ClientRuntime;
import dev.holdfast.client.runtime.Signal;
import dev.holdfast.client.runtime.SystemRuntime;
import dev.holdfast.client.runtime.Timers;
import dev.holdfast.core.Backoff;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * 64 threads read the same thing through cache and failover while the vendor flaps; some are in a
 * hurry, some are cancelled, some are interrupted. Every decision is drawn from the seed.
 */
@Timeout(60)
class FailoverStormTest {
  private static final int CALLERS = 64;
  private static final int ROUNDS = 15;
  private static final Duration TTL = Duration.ofMillis(2);
  private static final Duration NO_HURRY = Duration.ofMinutes(1);

  private final ClientRuntime runtime = SystemRuntime.get();
  private final AtomicBoolean kept = new AtomicBoolean();
  private final AtomicInteger ended = new AtomicInteger();
  private final AtomicInteger stale = new AtomicInteger();

  /** What may end a call before its time. */
  private enum Bound {
    NONE,
    DEADLINE,
    SIGNAL,
    INTERRUPT
  }

  @ParameterizedTest
  @CsvSource({"1, true", "2, true", "3, true", "1, false", "2, false", "3, false"})
  void no_answer_is_wrong_and_no_caller_forgotten(long seed, boolean failoverOutside)
      throws Exception {
    FlappingVendor vendor = new FlappingVendor(seed);
    try (Client client = client(vendor, failoverOutside)) {
      storm(client, vendor, seed);

      assertThat(vendor.mostInFlight()).as("seed %d", seed).isEqualTo(1);
      assertThat(ended.get()).as("seed %d", seed).isEqualTo(CALLERS * ROUNDS);
      assertThat(stale.get()).as("seed %d", seed).isPositive();
      vendor.recover();
      assertThat(client.get("/a", Integer.class).value()).isNotNull();
    }
  }

  private Client client(FlappingVendor vendor, boolean failoverOutside) {
    MemoryStore store = MemoryStore.create();
    Plugin cache = Cache.in(store, TTL).storeTimeout(NO_HURRY);
    Plugin failover = Failover.in(store).storeTimeout(NO_HURRY);
    return Client.of(HttpApi.named("example").baseUrl("http://example.test"))
        .transport(vendor)
        .plugin(failoverOutside ? failover : cache)
        .plugin(failoverOutside ? cache : failover)
        .plugin(vendor.witness())
        .noSlowDown()
        .build();
  }

  private void storm(Client client, FlappingVendor vendor, long seed) throws Exception {
    List<Future<?>> callers = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < CALLERS; i++) {
        SplittableRandom chance = new SplittableRandom(seed * CALLERS + i);
        boolean interrupted = i % 16 == 0;
        callers.add(
            threads.submit(() -> {
              for (int round = 0; round < ROUNDS; round++) {
                new Call(client, vendor, seed, chance, interrupted).make();
              }
            }));
      }
    }
    for (Future<?> caller : callers) {
      caller.get();
    }
  }

  /** One call, and what may be said of how it ended. */
  private final class Call {
    private final Client client;
    private final FlappingVendor vendor;
    private final String story;
    private final Bound bound;
    private final long boundNanos;
    private final Options options;
    private final boolean mustAnswer = kept.get();
    private final Instant start = runtime.clock().instant();

    Call(
        Client client,
        FlappingVendor vendor,
        long seed,
        SplittableRandom chance,
        boolean interrupted) {
      this.client = client;
      this.vendor = vendor;
      int drawn = chance.nextInt(10);
      this.bound =
          interrupted
              ? Bound.INTERRUPT
              : drawn < 6 ? Bound.NONE : drawn < 8 ? Bound.DEADLINE : Bound.SIGNAL;
      this.boundNanos = chance.nextLong(1, TimeUnit.MILLISECONDS.toNanos(4));
      this.options = Options.none().retries(chance.nextInt(2), Backoff.fixed(Duration.ofMillis(1)));
      this.story = "seed %d, %s of %d ns".formatted(seed, bound, boundNanos);
    }

    void make() {
      try {
        answered(bounded());
      } catch (CallException e) {
        failed(e.error());
      }
      ended.incrementAndGet();
    }

    private Result<Integer> bounded() {
      return switch (bound) {
        case NONE -> get(options);
        case DEADLINE ->
            get(options.deadline(Duration.ofNanos(boundNanos).plus(Duration.ofMillis(1))));
        case SIGNAL -> {
          Signal signal = Signal.after(Duration.ofNanos(boundNanos), runtime);
          try {
            yield get(options.signal(signal));
          } finally {
            assertThat(signal.listeners()).as(story).isZero();
            signal.fire();
          }
        }
        case INTERRUPT -> {
          Timers.Timer timer =
              runtime.timers().start(boundNanos, Thread.currentThread()::interrupt);
          try {
            yield get(options);
          } finally {
            timer.stop();
            Thread.interrupted();
          }
        }
      };
    }

    private Result<Integer> get(Options all) {
      var result = client.get("/a", Integer.class, all);
      return new Result<>(Objects.requireNonNull(result.value()), result.meta());
    }

    private void answered(Result<Integer> answer) {
      kept.set(true);
      Instant fetchedAt = answer.meta().fetchedAt();
      assertThat(fetchedAt).as(story).isEqualTo(vendor.fetchedAt(answer.value()));
      if (!answer.meta().stale()) {
        assertThat(fetchedAt).as(story).isAfter(start.minus(TTL).minusMillis(1));
        return;
      }
      stale.incrementAndGet();
      if (bound != Bound.DEADLINE) {
        assertThat(vendor.lastFailure()).as(story).isAfter(fetchedAt);
      }
    }

    private void failed(CallError error) {
      if (error.aborted()) {
        assertThat(bound).as(story).isIn(Bound.SIGNAL, Bound.INTERRUPT);
      } else if (mustAnswer && bound == Bound.DEADLINE) {
        assertThat(error.timedOut()).as("%s: %s", story, error).isTrue();
      } else if (mustAnswer) {
        // The store was left too: the vendor's error is what remains.
        assertThat(bound).as("%s: %s", story, error).isNotEqualTo(Bound.NONE);
      }
    }
  }
}
