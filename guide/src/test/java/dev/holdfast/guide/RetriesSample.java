package dev.holdfast.guide;

import static dev.holdfast.guide.SetUpSample.client;
import static dev.holdfast.guide.SetUpSample.failure;

import dev.holdfast.client.CallError;
import dev.holdfast.client.CallException;
import dev.holdfast.client.Client;
import dev.holdfast.client.Guard;
import dev.holdfast.client.Hooks;
import dev.holdfast.client.Operation;
import dev.holdfast.client.Options;
import dev.holdfast.client.runtime.Signal;
import dev.holdfast.core.Backoff;
import dev.holdfast.core.FullJitter;
import dev.holdfast.testing.ScriptedProvider;
import dev.holdfast.testing.VirtualRuntime;
import dev.holdfast.testing.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/** The samples of retries.md. */
final class RetriesSample {
  private static final int HANGS = 0;

  private RetriesSample() {}

  static void by_default() {
    // region by_default
    VirtualTime time = VirtualTime.create();
    ScriptedProvider script = ScriptedProvider.on(time).answer(503, 503, 200);
    Hooks log =
        new Hooks() {
          @Override
          public void onRetry(Retrying retry) {
            System.out.println(retry.reason() + ", next in " + retry.delay().toMillis() + " ms");
          }
        };
    Client crm = client(script, time).hooks(log).build();

    var answer = crm.get("/campaigns", Object.class);

    System.out.println(answer.meta().requests() + " requests");
    // endregion
  }

  static void what_is_retried() {
    // region what_is_retried
    for (int status : new int[] {500, 503, 408, 429, 501, 400, 401, 404, 302}) {
      VirtualTime time = VirtualTime.create();
      ScriptedProvider script = ScriptedProvider.on(time).answer(status);
      Client crm = client(script, time).build();

      CallError error = failure(() -> crm.get("/campaigns", Object.class));

      System.out.printf(
          "%d: %d request(s), %s, permanent %s%n",
          status, script.count(), error.code().text(), error.permanent());
    }
    // endregion
  }

  static void retry_after() {
    // region retry_after
    VirtualTime time = VirtualTime.create();
    ScriptedProvider script =
        ScriptedProvider.on(time)
            .answer(503, Map.of("Retry-After", "20"), "")
            .answer(503, Map.of("Retry-After", "1m0s"), "") // no number and no date: ignored
            .answer(503, Map.of("Retry-After", "3600"), "");
    Client crm = client(script, time).build();

    CallError error = failure(() -> crm.get("/campaigns", Object.class));

    System.out.println("waited " + time.waits());
    System.out.println(error.stop().orElseThrow().text() + ": " + error.retryAfter().orElseThrow());
    // endregion
  }

  // region five_options
  static void five_options() {
    Options none = Options.none();
    bounded("retries", 503, none.retries(0));
    bounded("timeout", HANGS, none.retries(1).timeout(Duration.ofSeconds(5)));
    // 500 ms of backoff fit, and 1,000 ms more do not.
    bounded("deadline", 503, none.deadline(Duration.ofMillis(1200)));
    bounded("maxRequests", 503, none.maxRequests(2));
    Signal signal = Signal.create();
    signal.fire();
    bounded("signal", 503, none.signal(signal));
  }

  static void bounded(String option, int status, Options one) {
    VirtualTime time = VirtualTime.create();
    ScriptedProvider script = ScriptedProvider.on(time);
    ScriptedProvider crm = status == HANGS ? script.hang() : script.answer(status);

    CallError error = failure(() -> client(crm, time).build().get("/a", Object.class, one));

    System.out.println(option + ": " + crm.count() + " request(s), " + error);
    System.out.println(
        "  timedOut %s, aborted %s, permanent %s, stop %s"
            .formatted(
                error.timedOut(),
                error.aborted(),
                error.permanent(),
                error.stop().orElseThrow().text()));
  }

  // endregion

  static void on_one_call() {
    // region on_one_call
    VirtualTime time = VirtualTime.create();
    ScriptedProvider script = ScriptedProvider.on(time).answer(503);
    Client crm =
        client(script, time)
            .options(Options.none().retries(2).deadline(Duration.ofMinutes(1)))
            .build();
    Operation read = Operation.get("/campaigns");
    Options steady = Options.none().retries(3, Backoff.fixed(Duration.ofMillis(250)));
    Options slower =
        Options.none()
            .retries(
                2,
                (attempt, random) -> FullJitter.FOR_CALLS.after(attempt, random).multipliedBy(2));

    failure(() -> crm.call(read, Object.class)); // 500 ms, 1 s
    failure(() -> crm.call(read, Object.class, Options.none().retries(0))); // no wait
    failure(() -> crm.call(read, Object.class, steady)); // the deadline stays a minute
    failure(() -> crm.call(read, Object.class, slower));

    System.out.println(script.count() + " requests, waits " + time.waits());
    // endregion
  }

  static void writes() {
    // region writes
    VirtualTime time = VirtualTime.create();
    ScriptedProvider script = ScriptedProvider.on(time).answer(503, 503, 201);
    Client crm = client(script, time).build();
    Operation write = Operation.write("POST", "/payments").body(Map.of("amount", 42));

    CallError once = failure(() -> crm.call(write, Object.class));
    System.out.println(once.message() + ", " + once.attempts() + " attempt");

    var keyed = crm.call(write.keyed("payment-1001"), Object.class);
    System.out.println("keyed: " + keyed.meta().requests() + " requests");
    // endregion
  }

  static void guard() {
    // region guard
    VirtualTime time = VirtualTime.create();
    Guard files =
        Guard.named("file share")
            .options(Options.none().retries(2).timeout(Duration.ofSeconds(5)))
            .retryIf(failure -> failure instanceof IOException || failure instanceof CallException)
            .runtime(VirtualRuntime.forCalls(time, () -> 0.5))
            .build();
    AtomicInteger tries = new AtomicInteger();

    try {
      String text =
          files.call(() -> {
            if (tries.incrementAndGet() < 3) {
              throw new IOException("share is away");
            }
            return "the file";
          });
      System.out.println(text + " by try " + tries);

      files.call(() -> {
        time.sleep(Duration.ofHours(1));
        return "too late";
      });
    } catch (IOException | InterruptedException e) {
      System.out.println(e);
    } catch (CallException e) {
      System.out.println(e.error() + " (" + e.error().attempts() + " attempts)");
    }
    // endregion
  }

  static void async() {
    // region async
    VirtualTime time = VirtualTime.create();
    ScriptedProvider script = ScriptedProvider.on(time).hang();
    Client crm = client(script, time).build();
    Signal stop = crm.signalAfter(Duration.ofSeconds(2));

    CompletableFuture<?> future =
        crm.callAsync(Operation.get("/campaigns"), Object.class, Options.none().signal(stop));

    System.out.println(future.exceptionNow().getMessage() + " at " + time.instant());
    // endregion
  }
}
