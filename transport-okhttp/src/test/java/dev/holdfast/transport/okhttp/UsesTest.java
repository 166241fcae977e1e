package dev.holdfast.transport.okhttp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class UsesTest {
  private final AtomicLong time = new AtomicLong(-7);
  private final Uses uses = new Uses(time::get);

  @Test
  void a_server_must_answer_twice_before_it_is_trusted_to_keep_a_connection() {
    uses.answered();
    assertThat(uses.doubtful()).isTrue();

    uses.answered();
    assertThat(uses.doubtful()).isFalse();
  }

  @Test
  void it_is_trusted_for_a_moment_after_each_answer() {
    uses.answered();
    uses.answered();

    time.addAndGet(Uses.MOMENT_NANOS);
    assertThat(uses.doubtful()).isFalse();
    time.addAndGet(1);
    assertThat(uses.doubtful()).isTrue();

    uses.answered();
    assertThat(uses.doubtful()).isFalse();
  }
}
