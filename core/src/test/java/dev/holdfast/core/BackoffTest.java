package dev.holdfast.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class BackoffTest {
  private static final FullJitter CALLS = FullJitter.FOR_CALLS;

  @Test
  void the_ceiling_doubles_from_the_base_and_stops_at_the_cap() {
    assertThat(CALLS.ceiling(1)).isEqualTo(Duration.ofSeconds(1));
    assertThat(CALLS.ceiling(2)).isEqualTo(Duration.ofSeconds(2));
    assertThat(CALLS.ceiling(6)).isEqualTo(Duration.ofSeconds(32));
    assertThat(CALLS.ceiling(7)).isEqualTo(Duration.ofSeconds(60));
    assertThat(CALLS.ceiling(Integer.MAX_VALUE)).isEqualTo(Duration.ofSeconds(60));
  }

  @Test
  void a_ceiling_below_the_cap_is_kept_and_one_past_it_is_cut() {
    FullJitter three = new FullJitter(Duration.ofMillis(1), Duration.ofMillis(3), Duration.ZERO);
    FullJitter four = new FullJitter(Duration.ofMillis(1), Duration.ofMillis(4), Duration.ZERO);

    assertThat(three.ceiling(2)).isEqualTo(Duration.ofMillis(2));
    assertThat(three.ceiling(3)).isEqualTo(Duration.ofMillis(3));
    assertThat(four.ceiling(3)).isEqualTo(Duration.ofMillis(4));
    assertThat(four.ceiling(4)).isEqualTo(Duration.ofMillis(4));
  }

  @Test
  void no_number_of_doublings_is_too_many() {
    FullJitter unbound = new FullJitter(Duration.ofMillis(1), Durations.LONGEST, Duration.ZERO);

    assertThat(unbound.ceiling(63)).isEqualTo(Duration.ofMillis(1L << 62));
    assertThat(unbound.ceiling(64)).isEqualTo(Durations.LONGEST);
    assertThat(unbound.ceiling(65)).isEqualTo(Durations.LONGEST);
    assertThat(unbound.ceiling(66)).isEqualTo(Durations.LONGEST);
  }

  @Test
  void the_cap_comes_before_the_jitter() {
    assertThat(CALLS.after(30, 0.5)).isEqualTo(Duration.ofSeconds(30));
    assertThat(CALLS.after(30, 0)).isEqualTo(Duration.ZERO);
  }

  @Test
  void the_floor_lifts_what_is_drawn_below_it() {
    assertThat(FullJitter.FOR_DELIVERIES.after(1, 0)).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void a_base_of_zero_stays_zero() {
    FullJitter none = new FullJitter(Duration.ZERO, Duration.ofSeconds(9), Duration.ZERO);

    assertThat(none.after(1, 0.9)).isEqualTo(Duration.ZERO);
    assertThat(none.after(5_000, 0.9)).isEqualTo(Duration.ZERO);
  }

  @Test
  void the_ceiling_is_what_whole_numbers_of_any_size_give() {
    Trials.check(source -> {
      long base = source.millis();
      long cap = source.millis();
      int attempt = source.attempt();

      long ceiling =
          new FullJitter(Duration.ofMillis(base), Duration.ofMillis(cap), Duration.ZERO)
              .ceiling(attempt)
              .toMillis();

      // 2^200 is far past any cap, so larger powers need not be worked out.
      BigInteger exact = BigInteger.valueOf(base).shiftLeft(Math.min(attempt - 1, 200));
      assertThat(BigInteger.valueOf(ceiling)).isEqualTo(exact.min(BigInteger.valueOf(cap)));
    });
  }

  @Test
  void every_wait_lies_between_the_floor_and_the_ceiling() {
    Trials.check(source -> {
      FullJitter backoff =
          new FullJitter(
              Duration.ofMillis(source.millis()),
              Duration.ofMillis(source.millis()),
              Duration.ofMillis(source.below(2_000)));
      int attempt = source.attempt();

      Duration wait = backoff.after(attempt, source.unit());

      assertThat(wait).isGreaterThanOrEqualTo(backoff.floor());
      assertThat(wait.minus(backoff.floor())).isLessThanOrEqualTo(backoff.ceiling(attempt));
    });
  }

  @Test
  void waits_are_spread_evenly_below_the_ceiling() {
    int[] tenths = new int[10];
    int draws = 100_000;
    java.util.SplittableRandom random = new java.util.SplittableRandom(7);
    for (int i = 0; i < draws; i++) {
      tenths[(int) (CALLS.after(7, random.nextDouble()).toMillis() / 6_000)]++;
    }
    for (int tenth : tenths) {
      assertThat(tenth).isBetween(draws / 10 - 500, draws / 10 + 500);
    }
  }

  @Test
  void fixed_waits_the_same_every_time() {
    Backoff fixed = Backoff.fixed(Duration.ofMillis(250));

    assertThat(fixed.after(1, 0.1)).isEqualTo(Duration.ofMillis(250));
    assertThat(fixed.after(99, 0.9)).isEqualTo(Duration.ofMillis(250));
  }

  @Test
  void what_is_out_of_range_is_refused_by_name() {
    Duration below = Duration.ofMillis(-1);
    assertThatThrownBy(() -> Backoff.fixed(below))
        .hasMessage("wait must not be negative but was -1 ms");
    assertThatThrownBy(() -> new FullJitter(below, Duration.ZERO, Duration.ZERO))
        .hasMessage("base must not be negative but was -1 ms");
    assertThatThrownBy(() -> new FullJitter(Duration.ZERO, below, Duration.ZERO))
        .hasMessage("cap must not be negative but was -1 ms");
    assertThatThrownBy(() -> new FullJitter(Duration.ZERO, Duration.ZERO, below))
        .hasMessage("floor must not be negative but was -1 ms");
    assertThatThrownBy(() -> CALLS.after(0, 0.5))
        .hasMessage("attempt must be between 1 and 2147483647 but was 0");
    assertThatThrownBy(() -> CALLS.after(1, 1))
        .hasMessage("random must be at least 0 and less than 1 but was 1.0");
    assertThatThrownBy(() -> CALLS.after(1, Math.nextDown(0.0))).hasMessageContaining("random");
    assertThatThrownBy(() -> CALLS.after(1, Double.NaN)).hasMessageContaining("random");
  }

  @Test
  void a_backoff_of_the_callers_own_is_used() {
    Backoff squares = Backoff.named("squares", (n, random) -> Duration.ofSeconds((long) n * n));

    assertThat(squares.after(3, 0)).isEqualTo(Duration.ofSeconds(9));
  }

  @Test
  void a_backoff_that_throws_or_goes_back_in_time_is_blamed_by_name() {
    Backoff throwing =
        Backoff.named(
            "mine",
            (n, random) -> {
              throw new ArithmeticException("overflow");
            });
    Backoff negative = Backoff.named("mine", (n, random) -> Duration.ofMillis(-5));

    assertThatThrownBy(() -> throwing.after(2, 0))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("backoff mine threw after attempt 2")
        .hasCauseInstanceOf(ArithmeticException.class);
    assertThatThrownBy(() -> negative.after(2, 0))
        .hasMessage(
            "backoff mine must return a wait of at least 0 s but returned -5 ms after attempt 2");
  }

  @Test
  @SuppressWarnings("NullAway") // what a caller's careless code does
  void a_backoff_that_returns_null_is_blamed_by_name() {
    Backoff none = Backoff.named("mine", (n, random) -> null);

    assertThatThrownBy(() -> none.after(1, 0)).hasMessageContaining("backoff mine must return");
  }
}
