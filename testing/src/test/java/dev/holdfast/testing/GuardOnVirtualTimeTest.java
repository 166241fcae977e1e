package dev.holdfast.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.client.Guard;
import dev.holdfast.client.Options;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What a user's test of a guard looks like. */
class GuardOnVirtualTimeTest {
  private final VirtualTime time = VirtualTime.create();

  @Test
  void a_day_of_retries_takes_no_time() {
    Guard crm =
        Guard.named("crm")
            .options(
                Options.none()
                    .retries(1_000_000, (attempt, random) -> Duration.ofSeconds(30))
                    .deadline(Duration.ofDays(1)))
            .runtime(VirtualRuntime.forCalls(time, () -> 0.5))
            .build();
    AtomicInteger attempts = new AtomicInteger();

    assertThatThrownBy(() ->
            crm.call(() -> {
              attempts.incrementAndGet();
              throw new IOException("down");
            }))
        .isInstanceOf(IOException.class);

    assertThat(attempts).hasValue(1 + 24 * 60 * 2);
    assertThat(time.nanos()).isEqualTo(Duration.ofDays(1).toNanos());
    assertThat(time.waits()).hasSize(24 * 60 * 2).containsOnly(Duration.ofSeconds(30));
  }
}
