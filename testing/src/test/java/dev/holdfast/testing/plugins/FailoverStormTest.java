package dev.holdfast.testing.plugins;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.client.CallError;
import dev.holdfast.client.CallException;
import dev.holdfast.client.Client;
import dev.holdfast.client.ClientBuilder;
import dev.holdfast.client.HttpApi;
import dev.holdfast.client.Options;
import dev.holdfast.client.Plugin;
import dev.holdfast.client.Response;
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
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
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

  // By the label of the call, which is on one thread from here ...
  private final Map<String, Boolean> failed = new ConcurrentHashMap<>();
  private final Plugin judge =
      Plugs.plugin((operation, next, info) -> {
        Response response = next.proceed(operation);
        assertThat(response.meta().stale()).as(info.label()).isEqualTo(failed.remove(info.label()));
        return response;
      });
  // ... to there.
  private final Plugin noteFailure =
      Plugs.plugin((operation, next, info) -> {
        failed.put(info.label(), true);
        Response response = next.proceed(operation);
        failed.put(info.label(), false);
        return response;
      });

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
    ClientBuilder client =
        Client.of(HttpApi.named("example").baseUrl("http://example.test"))
            .transport(vendor)
            .noSlowDown();
    if (failoverOutside) {
      client.plugin(judge).plugin(failover).plugin(noteFailure).plugin(cache);
    } else {
      client.plugin(cache).plugin(judge).plugin(failover).plugin(noteFailure);
    }
    return client.plugin(vendor.witness()).build();
  }

  private void storm(Client client, FlappingVendor vendor, long seed) throws Exception {
    List<Future<?>> callers = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < CALLERS; i++) {
        SplittableRandom chance = new SplittableRandom(seed * CALLERS + i);
        int caller = i;
        boolean interrupted = i % 16 == 0;
        callers.add(
            threads.submit(() -> {
              for (int round = 0; round < ROUNDS; round++) {
                new Call(client, vendor, story(seed, caller, round), chance, interrupted).make();
              }
            }));
      }
    }
    for (Future<?> caller : callers) {
      caller.get();
    }
  }

  private static String story(long seed, int caller, int round) {
    return "seed %d, caller %d, round %d".formatted(seed, caller, round);
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

    Call(
        Client client,
        FlappingVendor vendor,
        String story,
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
      this.story = story + ", " + bound;
      this.options =
          Options.none()
              .retries(chance.nextInt(2), Backoff.fixed(Duration.ofMillis(1)))
              .label(this.story);
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
      if (answer.meta().stale()) {
        // Whether it had to be is judged where it was made: here it may come from another's call.
        stale.incrementAndGet();
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
