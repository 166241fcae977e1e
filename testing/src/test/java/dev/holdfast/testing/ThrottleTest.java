package dev.holdfast.testing;

import static dev.holdfast.testing.Calls.error;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.client.CallError;
import dev.holdfast.client.Client;
import dev.holdfast.client.Hooks;
import dev.holdfast.client.Options;
import dev.holdfast.client.Result;
import dev.holdfast.client.runtime.Signal;
import dev.holdfast.core.CallEnding.Sent;
import dev.holdfast.core.ErrorCode;
import dev.holdfast.core.RateLimit;
import dev.holdfast.core.StopReason;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The rate budget through the client. */
class ThrottleTest {
  private final Calls calls = new Calls();

  private Client limited(int requests, Duration per) {
    return calls.builder(Calls.api().limits(new RateLimit(requests, per))).build();
  }

  private Duration throttled(Client client) {
    return client.get("/a", Object.class).meta().throttled();
  }

  private long seconds() {
    return Duration.between(Instant.parse("2026-01-01T00:00:00Z"), calls.time.instant())
        .toSeconds();
  }

  @Test
  void a_stated_limit_is_waited_for_and_told_as_throttled() {
    calls.json("1");
    Client client = limited(2, Duration.ofSeconds(10));

    assertThat(throttled(client)).isZero();
    assertThat(throttled(client)).isZero();
    assertThat(throttled(client)).isEqualTo(Duration.ofSeconds(10));
    assertThat(client.estimate(dev.holdfast.client.Operation.get("/a")).throttled()).isZero();
    throttled(client);
    assertThat(client.estimate(dev.holdfast.client.Operation.get("/a")).throttled())
        .isEqualTo(Duration.ofSeconds(10));
  }

  /** smithy-rs#4749: a retry was sent without taking its place. */
  @Test
  void a_retry_takes_from_the_budget_too() {
    calls.provider.answer(503, 503, 200);
    Client client = limited(2, Duration.ofMinutes(1));

    Result<@Nullable Object> result = client.get("/a", Object.class);

    assertThat(result.meta().requests()).isEqualTo(3);
    // 500 ms and 1,000 ms of backoff have passed, and are told apart.
    assertThat(result.meta().throttled()).isEqualTo(Duration.ofMillis(58_500));
  }

  /** octokit/plugin-throttling#629: only the failed request waited, and others went on. */
  @Test
  void a_429_slows_the_whole_client_and_not_only_its_call() {
    calls.provider.answer(429, Map.of("Retry-After", "20"), "").answer(200);
    Client client = calls.client();
    Options once = Options.none().retries(0);
    error(() -> client.get("/a", Object.class, once));

    assertThat(throttled(client)).isEqualTo(Duration.ofSeconds(20));
    // One at once, and then one a second: the slowest.
    assertThat(throttled(client)).isEqualTo(Duration.ofSeconds(1));
    assertThat(throttled(client)).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void a_429_that_asks_for_nothing_pauses_for_that_attempt_s_backoff() {
    calls.provider.answer(429, 200);
    Client client = calls.client();

    Result<@Nullable Object> result = client.get("/a", Object.class);

    assertThat(calls.time.waits()).containsExactly(Duration.ofMillis(500));
    assertThat(result.meta().throttled()).isZero();
    assertThat(throttled(client)).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void a_body_that_says_limited_slows_down_as_a_429_does() {
    calls.json("{\"error\": \"ratelimited\", \"wait\": 30}").json("1");
    Client client =
        calls
            .builder(
                Calls.api()
                    .retryAfterAt("wait", Duration.ofSeconds(1))
                    .bodyRule((status, body) ->
                        body instanceof Map<?, ?> map && map.containsKey("error")
                            ? java.util.Optional.of(ErrorCode.RATE_LIMITED)
                            : java.util.Optional.empty()))
            .build();

    error(() -> client.get("/a", Object.class, Options.none().retries(0)));

    assertThat(throttled(client)).isEqualTo(Duration.ofSeconds(30));
  }

  @Test
  void a_refusal_of_our_own_slows_nobody() {
    calls.provider.answer(503);
    Client client = calls.client();

    error(() -> client.get("/a", Object.class, Options.none().maxRequests(1)));
    calls.json("1");

    assertThat(throttled(client)).isZero();
  }

  @Test
  void a_deadline_that_the_budget_can_not_meet_ends_the_call_without_waiting() {
    calls.json("1");
    Client client = limited(1, Duration.ofSeconds(10));
    throttled(client);

    CallError error =
        error(() ->
            client.get("/a", Object.class, Options.none().deadline(Duration.ofMillis(9_999))));

    assertThat(error.code()).isEqualTo(ErrorCode.RATE_LIMITED);
    assertThat(error.timedOut()).isTrue();
    assertThat(error.status()).isEmpty();
    assertThat(error.permanent()).isFalse();
    assertThat(error.sent()).isEqualTo(Sent.NO);
    assertThat(error.attempts()).isZero();
    assertThat(error.stop()).contains(StopReason.DEADLINE);
    assertThat(error.message())
        .isEqualTo("The rate budget of example had no place within the deadline of 9999 ms");
    assertThat(seconds()).isZero();
    assertThat(
            client
                .get("/a", Object.class, Options.none().deadline(Duration.ofSeconds(10)))
                .meta()
                .throttled())
        .isEqualTo(Duration.ofSeconds(10));
  }

  @Test
  void a_pause_longer_than_maxRetryAfter_refuses_other_calls_too() {
    calls.provider.answer(503).answer(429, Map.of("Retry-After", "601"), "").answer(200);
    Client client = calls.client();
    error(() -> client.get("/a", Object.class, Options.none().retries(0)));
    error(() -> client.get("/a", Object.class));
    assertThat(calls.provider.count()).isEqualTo(2);

    CallError error = error(() -> client.get("/a", Object.class));

    assertThat(calls.provider.count()).isEqualTo(2);
    assertThat(error.code()).isEqualTo(ErrorCode.RATE_LIMITED);
    assertThat(error.status()).isEmpty();
    assertThat(error.stop()).contains(StopReason.WAIT_TOO_LONG);
    assertThat(error.retryAfter()).contains(Duration.ofSeconds(601));
    calls.time.advance(Duration.ofSeconds(1));
    assertThat(throttled(client)).isEqualTo(Duration.ofMinutes(10));
  }

  @Test
  void waiting_for_the_budget_can_be_cancelled() {
    calls.json("1");
    Client client = limited(1, Duration.ofHours(1));
    throttled(client);
    Signal signal = client.signalAfter(Duration.ofSeconds(5));

    CallError error = error(() -> client.get("/a", Object.class, Options.none().signal(signal)));

    assertThat(error.aborted()).isTrue();
    assertThat(error.sent()).isEqualTo(Sent.NO);
    assertThat(seconds()).isEqualTo(5);
    assertThat(throttled(client)).isEqualTo(Duration.ofSeconds(3_595));
  }

  @Test
  void a_client_whose_caller_waits_by_itself_is_not_slowed_down() {
    calls.provider.answer(429, Map.of("Retry-After", "3600"), "").answer(200);
    Client client = calls.builder().noSlowDown().build();

    error(() -> client.get("/a", Object.class, Options.none().retries(0)));

    assertThat(throttled(client)).isZero();
  }

  @Test
  void a_call_that_ends_while_it_waits_for_its_first_request_is_told_as_stopped() {
    calls.json("1");
    StringBuilder told = new StringBuilder();
    Client client =
        calls
            .builder(Calls.api().limits(RateLimit.perMinute(1)))
            .hooks(
                new Hooks() {
                  @Override
                  public void onStop(Stopped stop) {
                    told.append(stop);
                  }
                })
            .build();
    throttled(client);

    error(() -> client.get("/a", Object.class, Options.none().deadline(Duration.ofSeconds(1))));

    assertThat(told)
        .hasToString(
            "Stopped[provider=example, attempts=0, stop=DEADLINE, reason=The rate budget of example"
                + " had no place within the deadline of 1000 ms]");
  }
}
