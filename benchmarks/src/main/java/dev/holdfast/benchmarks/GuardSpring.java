package dev.holdfast.benchmarks;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.springframework.core.retry.RetryException;
import org.springframework.core.retry.RetryPolicy;
import org.springframework.core.retry.RetryTemplate;

/** The same with Spring's retry template, whose timeout is what we call a deadline. */
@State(Scope.Benchmark)
public class GuardSpring {
  private final RetryTemplate retry = new RetryTemplate(policy().build());
  private final RetryTemplate timeout =
      new RetryTemplate(policy().timeout(GuardOurs.BOUND).build());

  private static RetryPolicy.Builder policy() {
    return RetryPolicy.builder().maxRetries(GuardOurs.RETRIES).delay(Duration.ZERO);
  }

  /** Retries. */
  @Benchmark
  public @Nullable Object springRetry(GuardWork work) throws RetryException {
    return retry.execute(work);
  }

  /** Retries and a deadline. */
  @Benchmark
  public @Nullable Object springRetryTimeout(GuardWork work) throws RetryException {
    return timeout.execute(work);
  }

  /** One failure, and an answer without a wait. */
  @Benchmark
  public @Nullable Object springFailure(GuardWork.FailingOnce work) throws RetryException {
    return retry.execute(work);
  }
}
