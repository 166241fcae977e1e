package dev.holdfast.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

class RateBudgetTest {
  private static final long MS = 1_000_000;

  static Stream<Arguments> cases() {
    return Conformance.cases("rate-budget.json", "cases", "name");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void requests_go_when_they_may(String name, JsonNode test) {
    Play play = new Play(limits(test));
    for (int i = 0; i < test.path("burst").asInt(0); i++) {
      play.send("burst" + i, i * MS, Long.MAX_VALUE);
    }

    for (JsonNode event : test.get("events")) {
      play.event(event);
    }

    play.runUntil(Long.MAX_VALUE / 2);
    for (Map.Entry<String, JsonNode> expected : test.get("goes").properties()) {
      Long went = play.went.get(expected.getKey());
      // Rounded up: never before.
      assertThat(went == null ? null : (went + MS - 1) / MS)
          .as(expected.getKey())
          .isEqualTo(expected.getValue().isNull() ? null : expected.getValue().longValue());
    }
  }

  private static List<RateLimit> limits(JsonNode test) {
    List<RateLimit> limits = new ArrayList<>();
    for (JsonNode limit : test.get("limits")) {
      limits.add(
          new RateLimit(limit.get(0).intValue(), Duration.ofMillis(limit.get(1).longValue())));
    }
    return limits;
  }

  /** A budget, and callers that go as soon as they may. */
  private static final class Play {
    private final RateBudget budget;
    private final Deque<String> names = new ArrayDeque<>();
    private final Map<String, RateBudget.Place> waiting = new LinkedHashMap<>();
    private final Map<String, @Nullable Long> went = new LinkedHashMap<>();

    Play(List<RateLimit> limits) {
      budget = new RateBudget(limits);
    }

    void event(JsonNode event) {
      long at = event.get("at").longValue() * MS;
      if (event.has("send")) {
        long deadline =
            event.has("deadline") ? event.get("deadline").longValue() * MS : Long.MAX_VALUE;
        send(event.get("send").stringValue(), at, deadline);
      } else if (event.has("cancel")) {
        runUntil(at);
        String name = event.get("cancel").stringValue();
        budget.leave(Objects.requireNonNull(waiting.remove(name)), at);
        names.remove(name);
      } else {
        runUntil(at);
        JsonNode pause = event.get("pause");
        Long sentAt = went.get(event.get("limited").stringValue());
        budget.slowDown(
            sentAt == null ? 0 : sentAt,
            at,
            pause.isString() ? Long.MAX_VALUE : pause.longValue() * MS);
      }
    }

    void send(String name, long at, long deadline) {
      runUntil(at);
      if (budget.trySend(at)) {
        went.put(name, at);
        return;
      }
      RateBudget.Place place = budget.join(at, deadline, () -> {});
      if (!place.refused()) {
        names.add(name);
        waiting.put(name, place);
      }
    }

    /** Lets go who is due, in order. */
    void runUntil(long time) {
      while (!names.isEmpty()) {
        String name = names.getFirst();
        RateBudget.Place place = Objects.requireNonNull(waiting.get(name));
        long due = budget.due(place, 0);
        if (!place.refused() && due > time) {
          return;
        }
        names.removeFirst();
        waiting.remove(name);
        if (!place.refused()) {
          assertThat(budget.trySend(place, due - 1)).isFalse();
          assertThat(budget.trySend(place, due)).isTrue();
          went.put(name, due);
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1000, requests must be between 1 and 1000000 but was 0",
    "1000001, 1000, requests must be between 1 and 1000000 but was 1000001",
    "1, 0, per must be between 1 ms and 366 d but was 0 s",
    "1, 31622400001, per must be between 1 ms and 366 d but was 31622400001 ms"
  })
  void a_limit_out_of_range_is_refused(int requests, long millis, String message) {
    assertThatThrownBy(() -> new RateLimit(requests, Duration.ofMillis(millis)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @Test
  void a_limit_at_the_end_of_its_range_is_taken() {
    assertThat(new RateLimit(1_000_000, Duration.ofDays(366)).requests()).isEqualTo(1_000_000);
    assertThat(new RateLimit(1, Duration.ofMillis(1)).per()).hasMillis(1);
    assertThat(RateLimit.perSecond(3)).isEqualTo(new RateLimit(3, Duration.ofSeconds(1)));
    assertThat(RateLimit.perMinute(3)).isEqualTo(new RateLimit(3, Duration.ofMinutes(1)));
  }

  @Test
  void only_the_first_goes_although_others_are_due() {
    RateBudget budget = new RateBudget(List.of(new RateLimit(2, Duration.ofMillis(1))));
    assertThat(budget.trySend(0)).isTrue();
    assertThat(budget.trySend(0)).isTrue();
    RateBudget.Place first = budget.join(0, Long.MAX_VALUE, () -> {});
    List<String> told = new ArrayList<>();
    RateBudget.Place second = budget.join(0, Long.MAX_VALUE, () -> told.add("second"));
    assertThat(budget.due(second, 0)).isEqualTo(budget.due(first, 0)).isEqualTo(MS);

    assertThat(budget.trySend(second, MS)).isFalse();
    assertThat(budget.trySend(MS)).isFalse();
    assertThat(told).isEmpty();
    assertThat(budget.trySend(first, MS)).isTrue();

    assertThat(told).containsExactly("second");
    assertThat(budget.trySend(second, MS)).isTrue();
    assertThat(budget.waiting()).isZero();
  }

  @Test
  void one_that_goes_late_keeps_its_distance_to_the_next() {
    RateBudget budget = new RateBudget(List.of(RateLimit.perSecond(1)));
    budget.trySend(0);
    RateBudget.Place late = budget.join(0, Long.MAX_VALUE, () -> {});
    RateBudget.Place next = budget.join(0, Long.MAX_VALUE, () -> {});

    assertThat(budget.trySend(late, 1_700 * MS)).isTrue();

    assertThat(budget.due(next, 0)).isEqualTo(2_700 * MS);
  }

  @Test
  void one_that_would_be_late_for_the_distance_is_told_that_it_is_refused() {
    RateBudget budget = new RateBudget(List.of(RateLimit.perSecond(1)));
    budget.trySend(0);
    RateBudget.Place late = budget.join(0, Long.MAX_VALUE, () -> {});
    List<String> told = new ArrayList<>();
    RateBudget.Place next = budget.join(0, 2_500 * MS, () -> told.add("next"));

    budget.trySend(late, 1_700 * MS);
    told.clear();
    budget.due(next, 1_700 * MS);

    assertThat(next.refused()).isTrue();
    assertThat(budget.trySend(next, 9_000 * MS)).isFalse();
    assertThat(told).containsExactly("next");
    assertThat(budget.waiting()).isZero();
  }

  @Test
  void who_comes_to_be_the_first_is_told_and_all_move_up() {
    RateBudget budget = new RateBudget(List.of(RateLimit.perSecond(1)));
    budget.trySend(0);
    List<String> told = new ArrayList<>();
    RateBudget.Place first = budget.join(0, Long.MAX_VALUE, () -> told.add("first"));
    RateBudget.Place second = budget.join(0, Long.MAX_VALUE, () -> told.add("second"));
    RateBudget.Place third = budget.join(0, Long.MAX_VALUE, () -> told.add("third"));

    budget.leave(first, MS);

    assertThat(told).containsExactly("second");
    assertThat(budget.trySend(second, 999 * MS)).isFalse();
    assertThat(budget.trySend(second, 1_000 * MS)).isTrue();
    assertThat(budget.due(third, 0)).isEqualTo(2_000 * MS);
  }

  @Test
  void leaving_twice_or_after_sending_changes_nothing() {
    RateBudget budget = new RateBudget(List.of(RateLimit.perSecond(1)));
    budget.trySend(0);
    RateBudget.Place gone = budget.join(0, Long.MAX_VALUE, () -> {});
    RateBudget.Place left = budget.join(0, Long.MAX_VALUE, () -> {});
    budget.trySend(gone, 1_000 * MS);
    budget.leave(left, 1_000 * MS);

    budget.leave(gone, 1_000 * MS);
    budget.leave(left, 1_000 * MS);

    assertThat(budget.expected(1_000 * MS)).isEqualTo(2_000 * MS);
  }

  /** camunda#6577: a clock that went back broke the limiter. */
  @Test
  void time_that_goes_back_allows_no_more_and_throws_nothing() {
    RateBudget budget = new RateBudget(List.of(RateLimit.perSecond(1)));
    assertThat(budget.trySend(5_000 * MS)).isTrue();

    assertThat(budget.trySend(-5_000 * MS)).isFalse();
    assertThat(budget.expected(0)).isEqualTo(6_000 * MS);
  }

  @Test
  void it_tells_how_long_a_pause_goes_on_and_when_a_newcomer_could_go() {
    RateBudget budget = new RateBudget(List.of());
    assertThat(budget.pauseLeft(0)).isZero();
    assertThat(budget.expected(7)).isEqualTo(7);
    budget.trySend(10);

    budget.slowDown(10, 20, 100);

    assertThat(budget.pauseLeft(20)).isEqualTo(100);
    assertThat(budget.pauseLeft(119)).isEqualTo(1);
    assertThat(budget.pauseLeft(120)).isZero();
    assertThat(budget.expected(20)).isEqualTo(120);
  }

  @Test
  void a_pause_without_end_saturates() {
    RateBudget budget = new RateBudget(List.of());
    budget.trySend(MS);

    budget.slowDown(MS, 2 * MS, Long.MAX_VALUE);

    assertThat(budget.expected(3 * MS)).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void a_rate_is_that_of_the_last_ten_seconds_alone() {
    RateBudget budget = new RateBudget(List.of());
    for (int i = 0; i < 100; i++) {
      budget.trySend(0);
    }
    for (long second = 11; second < 21; second++) {
      budget.trySend(second * 1_000L * MS);
      budget.trySend(second * 1_000L * MS);
      budget.trySend(second * 1_000L * MS);
      budget.trySend(second * 1_000L * MS);
    }

    budget.slowDown(20_000 * MS, 20_000 * MS, 0);

    assertThat(budget.trySend(20_000 * MS)).isTrue();
    assertThat(budget.expected(20_000 * MS)).isEqualTo(20_500 * MS);
  }

  @Test
  void a_429_long_after_the_last_send_slows_to_one_a_second() {
    RateBudget budget = new RateBudget(List.of());
    budget.trySend(0);

    budget.slowDown(0, 60_000 * MS, 0);
    budget.trySend(60_000 * MS);

    assertThat(budget.expected(60_000 * MS)).isEqualTo(61_000 * MS);
  }

  @Test
  void a_429_after_all_is_regained_is_a_new_one_with_a_new_rate() {
    RateBudget budget = new RateBudget(List.of());
    budget.trySend(0);
    budget.slowDown(0, 0, 0);
    for (int i = 0; i < 40; i++) {
      assertThat(budget.trySend(60_000 * MS)).isTrue();
    }

    budget.slowDown(60_000 * MS, 60_000 * MS, 0);
    budget.trySend(60_000 * MS);

    assertThat(budget.expected(60_000 * MS)).isEqualTo(60_500 * MS);
  }

  /** Random callers, some late, some cancelled, some 429s: whatever happens, the limits hold. */
  @Test
  void no_window_is_ever_exceeded_and_nobody_overtakes_or_goes_in_a_pause() {
    Trials.check(RateBudgetTest::play);
  }

  private static void play(Trials.Source random) {
    List<RateLimit> limits = new ArrayList<>();
    for (int i = random.below(3); i > 0; i--) {
      limits.add(new RateLimit(1 + random.below(5), Duration.ofMillis(1 + random.below(50))));
    }
    RateBudget budget = new RateBudget(limits);
    List<Long> sends = new ArrayList<>();
    Deque<RateBudget.Place> waiting = new ArrayDeque<>();
    long pausedUntil = Long.MIN_VALUE;
    long now = 0;
    for (int step = 0; step < 60; step++) {
      now += random.below(20) * MS;
      waiting.removeIf(RateBudget.Place::refused);
      switch (random.below(8)) {
        case 0 -> {
          if (!sends.isEmpty()) {
            long sentAt = sends.get(random.below(sends.size()));
            long end = now + random.below(30) * MS;
            budget.slowDown(sentAt, now, end - now);
            pausedUntil = Math.max(pausedUntil, end);
          }
        }
        case 1 -> {
          if (!waiting.isEmpty()) {
            budget.leave(waiting.removeLast(), now);
          }
        }
        case 2, 3 -> {
          RateBudget.Place first = waiting.peek();
          if (first != null && budget.trySend(first, now)) {
            waiting.remove();
            sends.add(now);
            assertThat(now).isGreaterThanOrEqualTo(pausedUntil);
          }
        }
        default -> {
          if (budget.trySend(now)) {
            assertThat(waiting).isEmpty();
            assertThat(now).isGreaterThanOrEqualTo(pausedUntil);
            sends.add(now);
          } else {
            long deadline = random.below(3) == 0 ? now + random.below(40) * MS : Long.MAX_VALUE;
            RateBudget.Place place = budget.join(now, deadline, () -> {});
            if (place.refused()) {
              assertThat(budget.due(place, now)).isGreaterThan(deadline);
            } else {
              waiting.add(place);
            }
          }
        }
      }
      waiting.removeIf(RateBudget.Place::refused);
      assertThat(budget.waiting()).isEqualTo(waiting.size());
    }
    for (RateBudget.Place place : waiting) {
      now = Math.max(now, budget.due(place, now));
      if (place.refused()) {
        continue;
      }
      assertThat(budget.trySend(place, now)).isTrue();
      sends.add(now);
    }
    for (RateLimit limit : limits) {
      for (int i = limit.requests(); i < sends.size(); i++) {
        assertThat(sends.get(i) - sends.get(i - limit.requests()))
            .as("%s, send %d of %s", limit, i, sends)
            .isGreaterThanOrEqualTo(limit.per().toNanos());
      }
    }
  }
}
