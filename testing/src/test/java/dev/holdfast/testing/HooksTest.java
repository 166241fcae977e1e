package dev.holdfast.testing;

import static dev.holdfast.testing.Calls.error;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.client.Client;
import dev.holdfast.client.Hooks;
import dev.holdfast.client.Operation;
import dev.holdfast.client.Options;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HooksTest {
  private final Calls calls = new Calls();
  private final List<String> log = new ArrayList<>();

  private final Hooks hooks =
      new Hooks() {
        @Override
        public void onRequest(Attempted attempt) {
          log.add(
              "request %d: %s %s in %d ms"
                  .formatted(
                      attempt.attempt(),
                      attempt.status().isPresent() ? attempt.status().getAsInt() : "none",
                      attempt.failure(),
                      attempt.duration().toMillis()));
        }

        @Override
        public void onRetry(Retrying retry) {
          log.add(
              "retry after %d in %d ms: %s"
                  .formatted(retry.attempt(), retry.delay().toMillis(), retry.reason()));
        }

        @Override
        public void onStop(Stopped stop) {
          log.add(
              "stop after %d, %s: %s"
                  .formatted(stop.attempts(), stop.stop().text(), stop.reason()));
        }
      };

  @Test
  void each_attempt_and_each_wait_is_told_in_order() {
    calls.provider.answer(503).hang().answer(200, Map.of(), "1");

    calls
        .builder()
        .hooks(hooks)
        .options(Options.none().timeout(Duration.ofSeconds(5)))
        .build()
        .get("/a", Integer.class);

    assertThat(log)
        .containsExactly(
            "request 1: 503 example responded 503 in 0 ms",
            "retry after 1 in 500 ms: example responded 503",
            "request 2: none example did not answer within 5000 ms in 5000 ms",
            "retry after 2 in 1000 ms: example did not answer within 5000 ms",
            "request 3: 200  in 0 ms");
  }

  @Test
  void a_call_that_fails_for_good_is_told_once() {
    calls.provider.answer(404);

    error(() -> calls.builder().hooks(hooks).build().get("/a", Integer.class));

    assertThat(log)
        .containsExactly(
            "request 1: 404 example responded 404 in 0 ms",
            "stop after 1, not retryable: example responded 404");
  }

  @Test
  void a_hook_that_throws_breaks_no_call() {
    calls.provider.answer(503).answer(200, Map.of(), "1");
    Hooks throwing =
        new Hooks() {
          @Override
          public void onRequest(Attempted attempt) {
            throw new IllegalStateException("bug");
          }

          @Override
          public void onRetry(Retrying retry) {
            throw new AssertionError("bug");
          }

          @Override
          public void onStop(Stopped stop) {
            throw new IllegalStateException("bug");
          }
        };
    Client client = calls.builder().hooks(throwing).build();

    assertThat(client.get("/a", Integer.class).value()).isEqualTo(1);
    calls.provider.answer(404);
    assertThat(error(() -> client.call(Operation.get("/a"), Integer.class)).status()).hasValue(404);
  }
}
