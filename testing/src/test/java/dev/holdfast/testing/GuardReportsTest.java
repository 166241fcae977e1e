package dev.holdfast.testing;

import static dev.holdfast.testing.Tried.ms;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.holdfast.client.CallException;
import dev.holdfast.client.Guard;
import dev.holdfast.client.Hooks;
import dev.holdfast.client.Options;
import dev.holdfast.core.Backoff;
import dev.holdfast.core.FullJitter;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Faults reported of other clients, in waits, deadlines and timeouts; each names its report. */
class GuardReportsTest {
  private static final Options NONE = Options.none();

  private final Tried tried = new Tried();

  private Guard asking(Options options, Duration wait) {
    return tried.builder(options).retryAfter(failure -> Optional.of(wait)).build();
  }

  private void failsAt(Guard guard, int attempt) {
    assertThatThrownBy(() -> guard.call(tried::fail))
        .isInstanceOf(IOException.class)
        .hasMessage("down, attempt " + attempt);
  }

  @Test
  void each_call_begins_with_the_first_wait() {
    // apache/pinot#2711, OpenFeign/feign#236
    Guard guard = tried.guard(NONE.retries(2));

    failsAt(guard, 3);
    failsAt(guard, 6);

    assertThat(tried.time.waits()).containsExactly(ms(500), ms(1_000), ms(500), ms(1_000));
  }

  @Test
  void what_one_call_sets_holds_for_its_every_attempt() {
    // urllib3/urllib3#1607
    Options patient = NONE.retries(3).maxRetryAfter(Duration.ofDays(2));

    assertThatThrownBy(() -> asking(NONE, Duration.ofDays(1)).call(tried::fail, patient))
        .hasMessage("down, attempt 4");
    assertThat(tried.time.waits()).hasSize(3).containsOnly(Duration.ofDays(1));
  }

  @Test
  void a_wait_past_the_deadline_is_not_begun() {
    // hashicorp/go-retryablehttp#272, and Failsafe, which sleeps to the deadline and tries once
    // more
    failsAt(asking(NONE.deadline(Duration.ofMinutes(5)), Duration.ofMinutes(10)), 1);

    assertThat(tried.elapsed()).isZero();
  }

  @Test
  void the_last_real_failure_is_thrown_at_the_deadline() {
    // vimeo/go-retry#7, temporalio/temporal#4403, googleapis/google-cloud-rust#2307
    failsAt(tried.guard(NONE.deadline(ms(600))), 2);
  }

  @Test
  void waits_of_1_2_and_4_seconds_end_before_a_deadline_of_5() {
    // jd/tenacity#423
    Backoff doubling = (attempt, random) -> Duration.ofSeconds(1L << (attempt - 1));

    failsAt(tried.guard(NONE.retries(9, doubling).deadline(Duration.ofSeconds(5))), 3);

    assertThat(tried.elapsed()).isEqualTo(Duration.ofSeconds(3));
  }

  @Test
  void the_deadline_counts_from_the_first_attempt_and_over_all_of_them() {
    // sindresorhus/ky#784 and #825, line/armeria#656
    Options options = NONE.timeout(Duration.ofSeconds(4)).deadline(Duration.ofSeconds(10));

    assertThatThrownBy(() -> tried.guard(options).call(() -> tried.take(Duration.ofSeconds(60))))
        .hasMessage("crm did not answer within 4000 ms");

    // 4 s, 0.5 s, 4 s, 1 s, 4 s: a deadline does not cut what is in flight.
    assertThat(tried.attempts).hasValue(3);
    assertThat(tried.elapsed()).isEqualTo(ms(13_500));
  }

  @Test
  void the_wait_that_is_asked_for_is_the_one_held_against_the_deadline() {
    // apache/httpcomponents-client#830
    Options options = NONE.retries(1).deadline(Duration.ofSeconds(5));

    failsAt(asking(options, Duration.ofSeconds(5).plusMillis(1)), 1);
    failsAt(asking(options, Duration.ofSeconds(5)), 3);
  }

  @Test
  void jitter_never_makes_a_wait_shorter_than_asked() {
    // Failsafe and failsafe-go, read in source: a server's delay is jittered
    Backoff least = (attempt, random) -> FullJitter.FOR_CALLS.after(attempt, 0);

    failsAt(asking(NONE.retries(1, least), Duration.ofSeconds(1)), 2);

    assertThat(tried.time.waits()).containsExactly(Duration.ofSeconds(1));
  }

  @Test
  void a_wait_of_less_than_a_millisecond_is_waited() {
    // Failsafe, read in source: 900 µs sleep 0
    Duration short900 = Duration.ofNanos(900_000);

    failsAt(tried.guard(NONE.retries(1, Backoff.fixed(short900))), 2);

    assertThat(tried.elapsed()).isEqualTo(short900);
  }

  @Test
  void waits_stay_long_after_thousands_of_attempts() {
    // SmallRye, simulated: no delay from retry 55 on; jd/tenacity#45: it ends though told to go on
    Guard guard = tried.builder(NONE.retries(5_000)).retryIf(failure -> true).build();

    failsAt(guard, 5_001);

    assertThat(tried.time.waits().subList(6, 5_000)).containsOnly(Duration.ofSeconds(30));
  }

  @Test
  void a_step_of_the_wall_clock_moves_no_deadline() {
    // apple/servicetalk#1481, getsentry/sentry-java#5577, crosspaste-desktop#4547; Spring's
    // RetryTemplate measures its timeout by the wall clock
    Backoff stepping =
        (attempt, random) -> {
          tried.time.setWallClock(
              tried.time.instant().plus(Duration.ofDays(attempt % 2 == 0 ? -9 : 9)));
          return Duration.ofSeconds(1);
        };

    failsAt(tried.guard(NONE.retries(99, stepping).deadline(Duration.ofSeconds(10))), 11);

    assertThat(tried.elapsed()).isEqualTo(Duration.ofSeconds(10));
  }

  @Test
  void no_retries_keep_the_timeout() {
    // googleapis/gax-java#711
    Options options = NONE.retries(0).timeout(Duration.ofSeconds(5));

    assertThatThrownBy(() -> tried.guard(options).call(() -> tried.take(Duration.ofDays(1))))
        .hasMessage("crm did not answer within 5000 ms");
  }

  @Test
  void a_timeout_is_a_timeout_and_no_cancelling() {
    // spring-projects/spring-framework#34721
    CallException failure =
        catchThrowableOfType(
            CallException.class,
            () ->
                tried
                    .guard(NONE.retries(0).timeout(Duration.ofSeconds(5)))
                    .call(() -> tried.take(Duration.ofDays(1))));

    assertThat(failure.error().timedOut()).isTrue();
    assertThat(failure.error().aborted()).isFalse();
  }

  @Test
  void what_must_not_be_tried_again_is_not_because_it_timed_out() {
    // dotnet/extensions#6548 and #6708: the switch was read from an answer that did not come
    Guard guard =
        tried
            .builder(NONE.timeout(Duration.ofSeconds(5)))
            .retryIf(failure -> failure instanceof IOException)
            .build();

    assertThatThrownBy(() -> guard.call(() -> tried.take(Duration.ofDays(1))))
        .hasMessage("crm did not answer within 5000 ms");
    assertThat(tried.attempts).hasValue(1);
  }

  @Test
  void an_outer_timeout_ends_all_inside() {
    // failsafe-lib/failsafe#234
    Guard inner = tried.guard(NONE.retries(9, Backoff.fixed(Duration.ofSeconds(2))));
    Guard outer =
        Guard.named("outer")
            .options(NONE.retries(0).timeout(Duration.ofSeconds(5)))
            .runtime(tried.runtime)
            .build();

    assertThatThrownBy(() -> outer.call(() -> inner.call(tried::fail)))
        .hasMessage("outer did not answer within 5000 ms");

    assertThat(tried.attempts).hasValue(3);
    assertThat(tried.elapsed()).isEqualTo(Duration.ofSeconds(5));
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  @Test
  void an_inner_timeout_is_a_failure_to_the_outer_one_and_no_interrupt() {
    Guard inner = tried.guard(NONE.retries(0).timeout(Duration.ofSeconds(5)));
    Guard outer = Guard.named("outer").options(NONE.retries(1)).runtime(tried.runtime).build();

    assertThatThrownBy(() -> outer.call(() -> inner.call(() -> tried.take(Duration.ofDays(1)))))
        .hasMessage("crm did not answer within 5000 ms");

    assertThat(tried.attempts).hasValue(2);
  }

  @Test
  void every_call_that_began_has_one_last_hook() {
    // aws/aws-sdk-java-v2#2367: the gauge of calls leaks where a timeout ends one
    Guard guard = tried.watched(NONE.retries(1).timeout(Duration.ofSeconds(5)));
    assertThatThrownBy(() -> guard.call(() -> tried.take(Duration.ofDays(1))));
    assertThatThrownBy(() -> guard.call(tried::fail));
    assertThatThrownBy(() ->
        guard.call(() -> {
          throw new AssertionError("broken");
        }));

    assertThat(tried.told(Hooks.Stopped.class)).hasSize(3);
    assertThat(tried.told(Hooks.Attempted.class)).hasSize(5);
  }
}
