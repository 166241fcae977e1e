package dev.holdfast.benchmarks;

import dev.failsafe.CircuitBreaker;
import dev.failsafe.CircuitBreakerOpenException;
import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeExecutor;
import dev.failsafe.RetryPolicy;
import dev.failsafe.Timeout;
import java.time.Duration;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** The same with Failsafe. */
@State(Scope.Benchmark)
public class GuardFailsafe {
  private final RetryPolicy<Object> policy =
      RetryPolicy.builder().withMaxRetries(GuardOurs.RETRIES).build();
  private final FailsafeExecutor<Object> retry = Failsafe.with(policy);
  private final FailsafeExecutor<Object> timeout =
      Failsafe.with(policy, Timeout.builder(GuardOurs.BOUND).withInterrupt().build());
  private final FailsafeExecutor<Object> refusal = Failsafe.with(open());

  private static CircuitBreaker<Object> open() {
    CircuitBreaker<Object> breaker = CircuitBreaker.builder().withDelay(Duration.ofDays(1)).build();
    breaker.open();
    return breaker;
  }

  /** Retries. */
  @Benchmark
  public Object failsafeRetry(GuardWork work) {
    return retry.get(work);
  }

  /** Retries, and a timeout of each attempt. */
  @Benchmark
  public Object failsafeTimeout(GuardWork work) {
    return timeout.get(work);
  }

  /** An open circuit breaker; it can't be told to leave the stack trace out. */
  @Benchmark
  public Object failsafeRefusal(GuardWork work) {
    try {
      return refusal.get(work);
    } catch (CircuitBreakerOpenException refused) {
      return refused;
    }
  }

  /** One failure, and an answer without a wait. */
  @Benchmark
  public Object failsafeFailure(GuardWork.FailingOnce work) {
    return retry.get(work);
  }
}
