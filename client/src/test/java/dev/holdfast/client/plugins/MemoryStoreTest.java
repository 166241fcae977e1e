package dev.holdfast.client.plugins;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MemoryStoreTest extends AnswerStoreContract {
  private static final StoredAnswer ANSWER =
      new StoredAnswer(new byte[] {'1'}, Optional.empty(), Instant.EPOCH);
  private static final Duration HOUR = Duration.ofHours(1);

  @Override
  protected AnswerStore store(InstantSource clock) {
    return MemoryStore.of(500, clock);
  }

  @Test
  void drops_the_least_recently_used_of_more_than_it_holds() {
    MemoryStore store = MemoryStore.of(2);
    store.set("a", ANSWER, HOUR);
    store.set("b", ANSWER, HOUR);
    store.get("a");

    store.set("c", ANSWER, HOUR);

    assertThat(store.get("a")).isEqualTo(ANSWER);
    assertThat(store.get("b")).isNull();
    assertThat(store.get("c")).isEqualTo(ANSWER);
    assertThat(store.size()).isEqualTo(2);
  }

  @Test
  void counts_setting_as_a_use() {
    MemoryStore store = MemoryStore.of(2);
    store.set("a", ANSWER, HOUR);
    store.set("b", ANSWER, HOUR);
    store.set("a", ANSWER, HOUR);

    store.set("c", ANSWER, HOUR);

    assertThat(store.get("a")).isEqualTo(ANSWER);
    assertThat(store.get("b")).isNull();
  }

  @Test
  void holds_500_where_nothing_else_is_said() {
    MemoryStore store = MemoryStore.create();
    for (int i = 0; i < 501; i++) {
      store.set("k" + i, ANSWER, HOUR);
    }

    assertThat(store.size()).isEqualTo(500);
    assertThat(store.get("k0")).isNull();
    assertThat(store.get("k1")).isEqualTo(ANSWER);
  }

  @Test
  void lets_go_of_what_has_passed_its_time_when_it_is_asked_for() {
    Instant[] now = {Instant.EPOCH};
    MemoryStore store = MemoryStore.of(2, () -> now[0]);
    store.set("a", ANSWER, HOUR);

    now[0] = Instant.EPOCH.plus(HOUR).plusMillis(1);

    assertThat(store.get("a")).isNull();
    assertThat(store.size()).isZero();
  }

  @Test
  void holds_between_1_and_a_million() {
    assertThat(MemoryStore.of(1)).isNotNull();
    assertThat(MemoryStore.of(1_000_000)).isNotNull();
    assertThatThrownBy(() -> MemoryStore.of(0))
        .hasMessage("max of a memory store must be between 1 and 1000000 but was 0");
    assertThatThrownBy(() -> MemoryStore.of(1_000_001)).hasMessageEndingWith("but was 1000001");
  }
}
