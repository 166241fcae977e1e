package dev.holdfast.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class UuidV7Test {
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");
  private final UuidV7 ids = new UuidV7(() -> now, new SplittableRandom(1));

  @Test
  void begins_with_the_time_and_says_that_it_is_version_7() {
    UUID id = UUID.fromString(ids.next());

    assertThat(id.getMostSignificantBits() >>> 16).isEqualTo(now.toEpochMilli());
    assertThat(id.version()).isEqualTo(7);
    assertThat(id.variant()).isEqualTo(2);
  }

  @Test
  void ids_of_one_source_rise_even_within_a_millisecond_and_when_the_clock_goes_back() {
    List<String> made = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      made.add(ids.next());
    }
    now = now.minusSeconds(3_600);
    for (int i = 0; i < 10_000; i++) {
      made.add(ids.next());
    }
    now = now.plusSeconds(7_200);
    made.add(ids.next());

    assertThat(made).doesNotHaveDuplicates().isSorted();
  }
}
