package dev.holdfast.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.failsafe.CircuitBreakerOpenException;
import dev.holdfast.client.CallException;
import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import org.junit.jupiter.api.Test;

/** What is measured does what it is said to: the same work for all. */
class GuardMeasurementTest {
  private final GuardWork work = new GuardWork();
  private final GuardWork.FailingOnce failing = new GuardWork.FailingOnce();
  private final GuardOurs ours = new GuardOurs();
  private final GuardFailsafe failsafe = new GuardFailsafe();
  private final GuardResilience4j resilience4j = new GuardResilience4j();
  private final GuardSpring spring = new GuardSpring();

  @Test
  void a_success_is_handed_through_by_all() throws Exception {
    assertThat(ours.bare(work)).isSameAs(work);
    assertThat(ours.oursRetry(work)).isSameAs(work);
    assertThat(ours.oursBounds(work)).isSameAs(work);
    assertThat(ours.oursTimeout(work)).isSameAs(work);
    assertThat(failsafe.failsafeRetry(work)).isSameAs(work);
    assertThat(failsafe.failsafeTimeout(work)).isSameAs(work);
    assertThat(resilience4j.resilience4jRetry(work)).isSameAs(work);
    assertThat(resilience4j.resilience4jTimeout(work)).isSameAs(work);
    assertThat(spring.springRetry(work)).isSameAs(work);
    assertThat(spring.springRetryTimeout(work)).isSameAs(work);
    resilience4j.end();
  }

  @Test
  void a_failure_is_tried_again_by_all() throws Exception {
    for (int i = 0; i < 3; i++) {
      assertThat(ours.oursFailure(failing)).isSameAs(failing);
      assertThat(failsafe.failsafeFailure(failing)).isSameAs(failing);
      assertThat(resilience4j.resilience4jFailure(failing)).isSameAs(failing);
      assertThat(spring.springFailure(failing)).isSameAs(failing);
    }
  }

  @Test
  void a_refusal_makes_no_call() {
    assertThat(ours.oursRefusal(work)).isInstanceOf(CallException.class);
    assertThat(failsafe.failsafeRefusal(work)).isInstanceOf(CircuitBreakerOpenException.class);
    assertThat(resilience4j.resilience4jRefusal(work))
        .isInstanceOf(CallNotPermittedException.class);
  }

  @Test
  void figures_are_named_after_their_benchmarks() {
    assertThat(GuardMeasurement.figure("dev.holdfast.GuardOurs.oursRetry")).isEqualTo("ours_retry");
    assertThat(GuardMeasurement.figure("dev.holdfast.GuardResilience4j.resilience4jTimeout"))
        .isEqualTo("resilience4j_timeout");
  }
}
