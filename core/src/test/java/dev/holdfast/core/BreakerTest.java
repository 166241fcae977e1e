package dev.holdfast.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.core.Breaker.Attempt;
import dev.holdfast.core.Breaker.Closed;
import dev.holdfast.core.Breaker.Open;
import dev.holdfast.core.Breaker.Probe;
import dev.holdfast.core.Breaker.Probing;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

class BreakerTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final long LEASE_SECONDS = 120;

  static Stream<Arguments> traces() {
    return Conformance.cases("breaker.json", "traces", "name");
  }

  /** A breaker driven as the engine drives it. */
  private static final class Driven {
    private Breaker breaker = Breaker.fresh();
    private final Map<String, Attempt> claimed = new HashMap<>();

    String claim(String delivery, long second, long leaseSeconds) {
      Instant now = START.plusSeconds(second);
      Gate gate = breaker.gate(now);
      claimed.put(delivery, new Attempt(delivery, 1, breaker.period()));
      if (gate == Gate.PROBE_DUE) {
        breaker = breaker.probedBy(new Probe(delivery, 1, now.plusSeconds(leaseSeconds)), now);
      }
      return switch (gate) {
        case CLOSED -> "run";
        case OPEN -> "hold";
        case PROBE_DUE -> "probe";
      };
    }

    void ended(String delivery, BreakerVerdict verdict, long second) {
      breaker =
          breaker.after(
              Objects.requireNonNull(claimed.get(delivery)),
              verdict,
              START.plusSeconds(second),
              BreakerPolicy.DEFAULT);
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("traces")
  void goes_as_the_conformance_file_says(String name, JsonNode trace) {
    Driven driven = new Driven();
    for (JsonNode step : trace.get("steps")) {
      long second = step.get("t").asLong();
      JsonNode expect = step.get("expect");
      if (step.has("claim")) {
        String decision =
            driven.claim(
                step.get("claim").asString(), second, step.path("lease").asLong(LEASE_SECONDS));
        assertThat(decision).as("%s", step).isEqualTo(expect.get("decision").asString());
      } else {
        BreakerVerdict verdict =
            switch (step.get("how").asString()) {
              case "answered" -> BreakerVerdict.ANSWERED;
              case "unavailable" -> BreakerVerdict.UNAVAILABLE;
              case "no-call" -> BreakerVerdict.NO_CALL;
              default -> throw new IllegalStateException(step.toString());
            };
        driven.ended(step.get("ended").asString(), verdict, second);
      }
      assertThat(shown(driven.breaker)).as("%s", step).isEqualTo(expected(expect));
    }
  }

  private static String shown(Breaker breaker) {
    return switch (breaker) {
      case Closed closed -> "closed run " + closed.run();
      case Open open -> "open " + open.pause().toSeconds() + " until " + seconds(open.probeAt());
      case Probing probing ->
          "probing " + probing.pause().toSeconds() + " by " + probing.probe().delivery();
    };
  }

  private static long seconds(Instant instant) {
    return Duration.between(START, instant).toSeconds();
  }

  private static String expected(JsonNode expect) {
    return switch (expect.get("state").asString()) {
      case "closed" -> "closed run " + expect.get("run").asInt();
      case "open" ->
          "open " + expect.get("pause").asLong() + " until " + expect.get("probeAt").asLong();
      case "probing" ->
          "probing " + expect.get("pause").asLong() + " by " + expect.get("probe").asString();
      default -> throw new IllegalStateException(expect.toString());
    };
  }

  @Test
  void a_probe_is_refused_while_none_is_due() {
    Breaker open = new Open(1, START, Duration.ofMinutes(1), START.plusSeconds(60));

    assertThatThrownBy(
            () -> open.probedBy(new Probe("d", 1, START.plusSeconds(90)), START.plusMillis(59_999)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("no probe is due at ");
  }

  @Test
  void a_closed_breaker_needs_no_probe() {
    Breaker closed = Breaker.fresh();

    assertThat(closed.probedBy(new Probe("d", 1, START), START)).isSameAs(closed);
  }

  @Test
  void an_answer_changes_nothing_where_there_is_nothing_to_reset() {
    Breaker closed = Breaker.fresh();

    assertThat(closed.after(new Attempt("d", 1, 0), BreakerVerdict.ANSWERED, START, policy()))
        .isSameAs(closed);
  }

  @Test
  void the_probe_is_known_by_delivery_and_token() {
    Breaker probing =
        new Probing(
            1, START, Duration.ofMinutes(1), START, new Probe("d", 2, START.plusSeconds(9)));

    Breaker afterOldToken =
        probing.after(new Attempt("d", 1, 1), BreakerVerdict.UNAVAILABLE, START, policy());
    Breaker afterOther =
        probing.after(new Attempt("e", 2, 1), BreakerVerdict.UNAVAILABLE, START, policy());

    assertThat(afterOldToken).isSameAs(probing);
    assertThat(afterOther).isSameAs(probing);
  }

  @Test
  void an_answer_from_two_periods_ago_does_not_even_end_the_probe() {
    Breaker probing =
        new Probing(
            3, START, Duration.ofMinutes(1), START, new Probe("d", 2, START.plusSeconds(9)));

    assertThat(probing.after(new Attempt("d", 2, 1), BreakerVerdict.ANSWERED, START, policy()))
        .isSameAs(probing);
  }

  private static BreakerPolicy policy() {
    return BreakerPolicy.DEFAULT;
  }

  @Test
  void a_lane_of_several_connections_is_held_by_any_and_probes_only_when_all_let_it() {
    Breaker closed = Breaker.fresh();
    Breaker open = new Open(1, START, Duration.ofMinutes(1), START.plusSeconds(60));
    Instant before = START.plusSeconds(59);
    Instant due = START.plusSeconds(60);
    Breaker later = new Open(1, START, Duration.ofMinutes(2), START.plusSeconds(120));

    assertThat(Gate.of(List.of(), due)).isEqualTo(Gate.CLOSED);
    assertThat(Gate.of(List.of(closed, closed), due)).isEqualTo(Gate.CLOSED);
    assertThat(Gate.of(List.of(closed, open), before)).isEqualTo(Gate.OPEN);
    assertThat(Gate.of(List.of(open, closed), due)).isEqualTo(Gate.PROBE_DUE);
    assertThat(Gate.of(List.of(open, later), due)).isEqualTo(Gate.OPEN);
  }

  @Test
  void the_policy_is_checked_on_both_sides_of_each_limit() {
    Duration day = Duration.ofDays(1);
    assertThat(new BreakerPolicy(1, Duration.ofMillis(1), Duration.ofMillis(1))).isNotNull();
    assertThat(new BreakerPolicy(1_000, day, day)).isNotNull();
    assertThatThrownBy(() -> new BreakerPolicy(0, day, day))
        .hasMessage("threshold must be between 1 and 1000 but was 0");
    assertThatThrownBy(() -> new BreakerPolicy(1_001, day, day))
        .hasMessage("threshold must be between 1 and 1000 but was 1001");
    assertThatThrownBy(() -> new BreakerPolicy(5, Duration.ZERO, day))
        .hasMessage("pause must be between 1 ms and 1 d but was 0 s");
    assertThatThrownBy(() -> new BreakerPolicy(5, day, day.plusMillis(1)))
        .hasMessage("maxPause must be between 1 d and 1 d but was 86400001 ms");
    assertThatThrownBy(() -> new BreakerPolicy(5, day, Duration.ofHours(23)))
        .hasMessage("maxPause must be between 1 d and 1 d but was 23 h");
  }

  @Test
  void whatever_happens_one_probe_is_out_pauses_stay_in_bounds_and_periods_rise_by_one() {
    Trials.check(source -> {
      Driven driven = new Driven();
      List<String> running = new ArrayList<>();
      long second = 0;
      for (int step = 0; step < 60; step++) {
        second += source.below(40);
        Breaker before = driven.breaker;
        if (source.below(2) == 0 || running.isEmpty()) {
          String delivery = "d" + step;
          String decision = driven.claim(delivery, second, 1 + source.below(60));
          if (!decision.equals("hold")) {
            running.add(delivery);
          }
          assertThat(decision.equals("run")).isEqualTo(before instanceof Closed);
        } else {
          String ended = running.remove(source.below(running.size()));
          driven.ended(ended, source.one(List.of(BreakerVerdict.values())), second);
        }
        assertSound(before, driven.breaker);
      }
    });
  }

  private static void assertSound(Breaker before, Breaker after) {
    assertThat(after.period() - before.period()).isBetween(0L, 1L);
    assertThat(after.period() % 2 == 0).isEqualTo(after instanceof Closed);
    switch (after) {
      case Closed closed -> assertThat(closed.run()).isBetween(0, 4);
      case Open open ->
          assertThat(open.pause()).isBetween(Duration.ofMinutes(1), Duration.ofMinutes(10));
      case Probing probing ->
          assertThat(probing.pause()).isBetween(Duration.ofMinutes(1), Duration.ofMinutes(10));
    }
  }
}
