package dev.holdfast.client.plugins;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What every store of answers keeps to. */
@Timeout(120)
public abstract class AnswerStoreContract {
  private static final String KEY = "failover:holdfast:a";
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Instant START = Instant.parse("2026-11-14T12:00:00.123Z");
  private static final int THREADS = 8;
  private static final int ROUNDS = 200;

  private final AtomicReference<Instant> now = new AtomicReference<>(START);
  private final InstantSource clock = now::get;

  /**
   * Makes a store with nothing in it.
   *
   * @param clock what its times pass by
   * @return called once in each test
   */
  protected abstract AnswerStore store(InstantSource clock);

  private static StoredAnswer answer(String json, @Nullable String cursor) {
    return new StoredAnswer(json.getBytes(UTF_8), Optional.ofNullable(cursor), START);
  }

  private void roundTrip(StoredAnswer answer) {
    AnswerStore store = store(clock);

    store.set(KEY, answer, HOUR);

    assertThat(store.get(KEY)).isEqualTo(answer);
  }

  @Test
  void has_nothing_where_nothing_was_set() {
    assertThat(store(clock).get(KEY)).isNull();
  }

  @Test
  void keeps_an_answer_without_a_continuation() {
    roundTrip(answer("{\"a\": \"\u00fc \u4e16\"}", null));
  }

  @Test
  void keeps_an_answer_with_a_continuation_of_any_characters() {
    roundTrip(answer("[1]", "/next?page=2&x=\u00fc'\"\\%_;--"));
  }

  @Test
  void tells_an_empty_continuation_from_none() {
    roundTrip(answer("[1]", ""));
  }

  @Test
  void keeps_a_long_continuation() {
    roundTrip(answer("[1]", "c".repeat(10_000)));
  }

  @Test
  void keeps_an_empty_body() {
    roundTrip(answer("", null));
  }

  @Test
  void keeps_a_body_of_every_byte() {
    byte[] bytes = new byte[256];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) i;
    }

    roundTrip(new StoredAnswer(bytes, Optional.empty(), START));
  }

  @Test
  void keeps_a_body_of_5_megabytes() {
    byte[] bytes = new byte[5 * 1024 * 1024];
    new SplittableRandom(5).nextBytes(bytes);

    roundTrip(new StoredAnswer(bytes, Optional.empty(), START));
  }

  @Test
  void keeps_the_time_to_the_millisecond_at_least() {
    AnswerStore store = store(clock);
    Instant fine = START.plusNanos(456_789);

    store.set(KEY, new StoredAnswer(new byte[] {'1'}, Optional.empty(), fine), HOUR);

    StoredAnswer kept = requireNonNull(store.get(KEY));
    assertThat(kept.fetchedAt()).isBetween(fine.truncatedTo(ChronoUnit.MILLIS), fine);
  }

  @Test
  void keeps_a_time_before_1970() {
    roundTrip(
        new StoredAnswer(
            new byte[] {'1'}, Optional.empty(), Instant.parse("1969-07-20T20:17:40.001Z")));
  }

  @Test
  void keeps_the_answer_that_was_set_last() {
    AnswerStore store = store(clock);

    store.set(KEY, answer("[1]", "a"), HOUR);
    store.set(KEY, answer("[2]", null), HOUR);

    assertThat(store.get(KEY)).isEqualTo(answer("[2]", null));
  }

  @Test
  void forgets_what_is_deleted_and_nothing_else() {
    AnswerStore store = store(clock);
    store.set("a", answer("1", null), HOUR);
    store.set("b", answer("2", null), HOUR);

    store.delete("a");
    store.delete("never set");

    assertThat(store.get("a")).isNull();
    assertThat(store.get("b")).isEqualTo(answer("2", null));
  }

  @Test
  void keeps_an_answer_until_its_time_and_not_a_millisecond_longer() {
    AnswerStore store = store(clock);
    store.set(KEY, answer("1", null), HOUR);

    now.set(START.plus(HOUR));
    assertThat(store.get(KEY)).isEqualTo(answer("1", null));

    now.set(START.plus(HOUR).plusMillis(1));
    assertThat(store.get(KEY)).isNull();
  }

  @Test
  void counts_the_time_anew_when_an_answer_is_set_again() {
    AnswerStore store = store(clock);
    store.set(KEY, answer("1", null), HOUR);
    now.set(START.plus(HOUR));

    store.set(KEY, answer("2", null), HOUR);
    now.set(START.plus(HOUR).plus(HOUR));

    assertThat(store.get(KEY)).isEqualTo(answer("2", null));
  }

  @Test
  void takes_a_shorter_time_than_the_one_before() {
    AnswerStore store = store(clock);
    store.set(KEY, answer("1", null), HOUR);

    store.set(KEY, answer("2", null), Duration.ofMillis(1));
    now.set(START.plusMillis(2));

    assertThat(store.get(KEY)).isNull();
  }

  @Test
  void keeps_an_answer_for_366_days() {
    AnswerStore store = store(clock);
    store.set(KEY, answer("1", null), Duration.ofDays(366));

    now.set(START.plus(Duration.ofDays(366)));

    assertThat(store.get(KEY)).isEqualTo(answer("1", null));
  }

  @Test
  void tells_keys_apart_by_case() {
    AnswerStore store = store(clock);
    store.set("holdfast:Ab_-", answer("1", null), HOUR);
    store.set("holdfast:aB_-", answer("2", null), HOUR);
    store.set("holdfast:ab-_", answer("3", null), HOUR);

    assertThat(store.get("holdfast:Ab_-")).isEqualTo(answer("1", null));
    assertThat(store.get("holdfast:aB_-")).isEqualTo(answer("2", null));
    assertThat(store.get("holdfast:ab-_")).isEqualTo(answer("3", null));
    assertThat(store.get("holdfast:ab__")).isNull();
  }

  @Test
  void takes_keys_of_100_characters_and_looks_at_each() {
    AnswerStore store = store(clock);
    String same = "k".repeat(99);
    store.set(same + "1", answer("1", null), HOUR);
    store.set(same + "2", answer("2", null), HOUR);

    assertThat(store.get(same + "1")).isEqualTo(answer("1", null));
    assertThat(store.get(same + "2")).isEqualTo(answer("2", null));
    assertThat(store.get(same)).isNull();
  }

  @Test
  void never_gives_8_threads_on_one_key_a_mix_of_two_answers() throws Exception {
    AnswerStore store = store(clock);
    List<Future<?>> running = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
      for (int thread = 0; thread < THREADS; thread++) {
        int from = thread * ROUNDS;
        running.add(threads.submit(() -> setAndGet(store, from)));
      }
    }

    for (Future<?> each : running) {
      each.get();
    }
    assertThat(store.get(KEY)).isNotNull();
  }

  private static void setAndGet(AnswerStore store, int from) {
    for (int number = from; number < from + ROUNDS; number++) {
      store.set(KEY, numbered(number), HOUR);
      StoredAnswer read = requireNonNull(store.get(KEY));
      assertThat(read).isEqualTo(numbered(Integer.parseInt(read.cursor().orElseThrow())));
    }
  }

  /** Body, continuation and time all tell the same number; the sizes differ. */
  private static StoredAnswer numbered(int number) {
    return new StoredAnswer(
        (number + ",").repeat(number % 100 + 1).getBytes(UTF_8),
        Optional.of(Integer.toString(number)),
        START.plusMillis(number));
  }
}
