package dev.holdfast.benchmarks;

import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.retry.Retry;
import io.github.resilience4j.retry.RetryConfig;
import io.github.resilience4j.timelimiter.TimeLimiter;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** The same with Resilience4j. */
@State(Scope.Benchmark)
public class GuardResilience4j {
  private final Retry retry =
      Retry.of(
          "work",
          RetryConfig.custom()
              .maxAttempts(GuardOurs.RETRIES + 1)
              .waitDuration(Duration.ZERO)
              .build());
  private final TimeLimiter timeout = TimeLimiter.of(GuardOurs.BOUND);
  private final CircuitBreaker refusal = open();
  // Its timeout of a blocking call needs a thread to run it on.
  private final ExecutorService pool = Executors.newCachedThreadPool();

  private static CircuitBreaker open() {
    CircuitBreaker breaker =
        CircuitBreaker.of(
            "work", CircuitBreakerConfig.custom().writableStackTraceEnabled(false).build());
    breaker.transitionToForcedOpenState();
    return breaker;
  }

  /** Lets go of the threads. */
  @TearDown
  public void end() {
    pool.shutdown();
  }

  /** Retries. */
  @Benchmark
  public Object resilience4jRetry(GuardWork work) {
    return retry.executeSupplier(work);
  }

  /** Retries, and a timeout of each attempt. */
  @Benchmark
  public Object resilience4jTimeout(GuardWork work) throws Exception {
    return retry.executeCallable(
        () -> timeout.executeFutureSupplier(() -> pool.submit(() -> work.call())));
  }

  /** An open circuit breaker, without a stack trace. */
  @Benchmark
  public Object resilience4jRefusal(GuardWork work) {
    try {
      return refusal.executeSupplier(work);
    } catch (CallNotPermittedException refused) {
      return refused;
    }
  }

  /** One failure, and an answer without a wait. */
  @Benchmark
  public Object resilience4jFailure(GuardWork.FailingOnce work) {
    return retry.executeSupplier(work);
  }
}
