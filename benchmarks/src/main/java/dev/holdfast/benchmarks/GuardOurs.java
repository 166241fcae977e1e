package dev.holdfast.benchmarks;

import dev.holdfast.client.CallException;
import dev.holdfast.client.Guard;
import dev.holdfast.client.Options;
import dev.holdfast.client.runtime.Signal;
import dev.holdfast.core.Backoff;
import java.time.Duration;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** The bare call, and ours. Guards are shared by all threads. */
@State(Scope.Benchmark)
public class GuardOurs {
  static final int RETRIES = 3;
  static final Duration BOUND = Duration.ofSeconds(30);

  private static final Options RETRY =
      Options.none().retries(RETRIES, Backoff.fixed(Duration.ZERO));

  private final Guard retry = guard(RETRY);
  private final Guard bounds = guard(RETRY.deadline(BOUND).maxRequests(RETRIES + 1));
  private final Guard timeout =
      guard(RETRY.deadline(BOUND).maxRequests(RETRIES + 1).timeout(BOUND));
  private final Guard refusal = refusing();

  private static Guard guard(Options options) {
    return Guard.named("work").options(options).build();
  }

  private static Guard refusing() {
    Signal fired = Signal.create();
    fired.fire();
    return Guard.named("work").options(RETRY.signal(fired)).noStackTraces().build();
  }

  /** The call without a guard. */
  @Benchmark
  public Object bare(GuardWork work) {
    return work.call();
  }

  /** Retries and no other bound. */
  @Benchmark
  public Object oursRetry(GuardWork work) {
    return retry.call(work);
  }

  /** Retries, deadline and budget of requests. */
  @Benchmark
  public Object oursBounds(GuardWork work) {
    return bounds.call(work);
  }

  /** All that, and a timeout of each attempt. */
  @Benchmark
  public Object oursTimeout(GuardWork work) {
    return timeout.call(work);
  }

  /** A call whose signal has fired. */
  @Benchmark
  public Object oursRefusal(GuardWork work) {
    try {
      return refusal.call(work);
    } catch (CallException refused) {
      return refused;
    }
  }

  /** One failure, and an answer without a wait. */
  @Benchmark
  public Object oursFailure(GuardWork.FailingOnce work) {
    return retry.call(work);
  }
}
