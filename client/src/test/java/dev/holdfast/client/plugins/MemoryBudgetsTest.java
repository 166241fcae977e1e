package dev.holdfast.client.plugins;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class MemoryBudgetsTest {
  private static final Duration TTL = Duration.ofSeconds(9);

  private long nanos = Long.MAX_VALUE - 5;
  private final MemoryBudgets store = MemoryBudgets.of(() -> nanos);

  @Test
  void the_limit_is_taken_and_not_one_more() {
    assertThat(store.take("a", 2, TTL)).isTrue();
    assertThat(store.take("a", 2, TTL)).isTrue();
    assertThat(store.take("a", 2, TTL)).isFalse();
    assertThat(store.taken("a")).isEqualTo(2);
    assertThat(store.taken("b")).isZero();
  }

  @Test
  void what_is_given_back_can_be_taken_again() {
    store.take("a", 1, TTL);

    store.reset("a");

    assertThat(store.taken("a")).isZero();
    assertThat(store.take("a", 1, TTL)).isTrue();
  }

  @Test
  void a_count_is_kept_for_its_time_and_forgotten_afterwards() {
    store.take("a", 1, TTL);

    nanos += TTL.toNanos() - 1;
    assertThat(store.take("a", 1, TTL)).isFalse();

    nanos++;
    assertThat(store.taken("a")).isZero();
    assertThat(store.take("a", 1, TTL)).isTrue();
  }

  @Test
  void many_threads_take_exactly_the_limit() throws ExecutionException, InterruptedException {
    List<Future<Integer>> taken = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
      for (int i = 0; i < 8; i++) {
        taken.add(threads.submit(this::takeAll));
      }
    }

    int sum = 0;
    for (Future<Integer> each : taken) {
      sum += each.get();
    }
    assertThat(sum).isEqualTo(5000);
  }

  private int takeAll() {
    int mine = 0;
    for (int i = 0; i < 1000; i++) {
      mine += store.take("a", 5000, TTL) ? 1 : 0;
    }
    return mine;
  }
}
