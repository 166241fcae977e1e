package dev.holdfast.testing;

import static dev.holdfast.testing.Tried.ms;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.client.Hooks;
import dev.holdfast.client.Options;
import dev.holdfast.client.runtime.Signal;
import dev.holdfast.core.StopReason;
import java.io.IOException;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class GuardHooksTest {
  private static final Options NONE = Options.none();
  private static final String FAILURE = IOException.class.getName();

  private final Tried tried = new Tried();

  @AfterEach
  void forget_an_interrupt() {
    Thread.interrupted();
  }

  private static Hooks.Attempted attempted(int number, String failure, long tookMillis) {
    return new Hooks.Attempted("crm", number, OptionalInt.empty(), failure, ms(tookMillis));
  }

  @Test
  void see_each_attempt_and_each_retry_in_order() throws IOException {
    tried.watched(NONE).call(() -> tried.failFirst(2));

    assertThat(tried.told)
        .containsExactly(
            attempted(1, FAILURE, 0),
            new Hooks.Retrying("crm", 1, ms(500), FAILURE),
            attempted(2, FAILURE, 0),
            new Hooks.Retrying("crm", 2, ms(1_000), FAILURE),
            attempted(3, "", 0));
  }

  @Test
  void see_how_long_an_attempt_took_and_that_it_was_cut() {
    assertThatThrownBy(() ->
            tried.watched(NONE.retries(0).timeout(ms(5_000))).call(() -> tried.take(ms(9_000))))
        .hasMessage("crm did not answer within 5000 ms");

    assertThat(tried.told)
        .containsExactly(
            attempted(1, "crm did not answer within 5000 ms", 5_000),
            new Hooks.Stopped("crm", 1, StopReason.ATTEMPTS, "crm did not answer within 5000 ms"));
  }

  @Test
  void are_called_when_our_interrupt_has_been_taken_back() {
    Hooks strict =
        new Hooks() {
          @Override
          public void onRequest(Attempted attempt) {
            tried.told.add(attempt);
            assertThat(Thread.currentThread().isInterrupted()).isFalse();
            // An attempt's hook is not part of the attempt: nothing cuts it.
            tried.time.advance(ms(60_000));
            assertThat(Thread.currentThread().isInterrupted()).isFalse();
          }
        };

    assertThatThrownBy(() ->
            tried
                .builder(NONE.retries(1).timeout(ms(5_000)))
                .hooks(strict)
                .build()
                .call(() -> tried.take(ms(9_000))))
        .hasMessage("crm did not answer within 5000 ms");
    assertThat(tried.told).hasSize(2);
  }

  @Test
  void see_why_a_call_goes_no_further() {
    Signal signal = Signal.create();
    tried.at(ms(1), signal::fire);

    assertStops(NONE.retries(0), StopReason.ATTEMPTS);
    assertStops(NONE.maxRequests(1), StopReason.BUDGET);
    assertStops(NONE.deadline(ms(1)), StopReason.DEADLINE);
    assertStops(NONE.signal(signal), StopReason.CANCELLED);
  }

  private void assertStops(Options options, StopReason reason) {
    tried.told.clear();
    assertThatThrownBy(() -> tried.watched(options).call(tried::fail));
    assertThat(tried.told(Hooks.Stopped.class))
        .containsExactly(new Hooks.Stopped("crm", 1, reason, FAILURE));
  }

  @Test
  void are_told_nothing_of_a_call_that_was_refused() {
    Signal signal = Signal.create();
    signal.fire();

    assertThatThrownBy(() -> tried.watched(NONE.signal(signal)).call(tried::fail));

    assertThat(tried.told).isEmpty();
  }

  @Test
  void break_no_call_by_throwing() throws IOException {
    Hooks throwing =
        new Hooks() {
          @Override
          public void onRequest(Attempted attempt) {
            throw new IllegalStateException("request");
          }

          @Override
          public void onRetry(Retrying retry) {
            throw new AssertionError("retry");
          }

          @Override
          public void onStop(Stopped stop) {
            throw new IllegalStateException("stop");
          }
        };

    assertThat(tried.builder(NONE).hooks(throwing).build().call(() -> tried.failFirst(2)))
        .isEqualTo("answer after 2");
    assertThatThrownBy(
            () -> tried.builder(NONE.retries(0)).hooks(throwing).build().call(tried::fail))
        .isInstanceOf(IOException.class);
  }

  @Test
  void see_no_text_of_a_failure_which_may_hold_a_secret() {
    assertThatThrownBy(() ->
        tried
            .watched(NONE.retries(1))
            .call(() -> {
              throw new IOException("Bearer s3cret");
            }));

    assertThat(tried.told).isNotEmpty().noneMatch(each -> each.toString().contains("s3cret"));
  }
}
