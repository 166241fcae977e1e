package dev.holdfast.testing;

import static dev.holdfast.testing.Calls.error;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.holdfast.client.CallError;
import dev.holdfast.client.CallException;
import dev.holdfast.client.Client;
import dev.holdfast.client.Estimate;
import dev.holdfast.client.HttpApi;
import dev.holdfast.client.Meta;
import dev.holdfast.client.Operation;
import dev.holdfast.client.Options;
import dev.holdfast.client.Result;
import dev.holdfast.client.TransportException;
import dev.holdfast.client.runtime.Signal;
import dev.holdfast.client.transport.Headers;
import dev.holdfast.client.transport.Reply;
import dev.holdfast.client.transport.Reply.Flaw;
import dev.holdfast.core.Backoff;
import dev.holdfast.core.CallEnding;
import dev.holdfast.core.CallEnding.Sent;
import dev.holdfast.core.ErrorCode;
import dev.holdfast.core.StopReason;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ClientTest {
  private static final Operation READ = Operation.get("/a");
  private static final Operation WRITE = Operation.write("POST", "/a").body(Map.of("n", 1));
  private static final Operation KEYED = WRITE.keyed("k-1");

  private final Calls calls = new Calls();

  record Campaign(int id, String name) {}

  @Test
  void a_read_gives_its_value_and_how_it_came_about() {
    calls.provider.answer(503);
    calls.json("{\"id\": 7, \"name\": \"spring\", \"new\": true}");

    Result<@Nullable Campaign> result = calls.client().get("/campaigns/7", Campaign.class);

    assertThat(result.value()).isEqualTo(new Campaign(7, "spring"));
    assertThat(result.meta())
        .isEqualTo(new Meta(2, Duration.ZERO, Instant.parse("2026-01-01T00:00:00.500Z"), false));
  }

  @ParameterizedTest
  @CsvSource({"503, 5, 1, 5", "429, 5, 1, 5", "408, 5, 1, 5", "404, 1, 1, 1"})
  void a_write_is_sent_once_and_a_keyed_one_like_a_read(
      int status, int reads, int writes, int keyed) {
    calls.provider.answer(status);

    assertThat(requests(READ)).isEqualTo(reads);
    assertThat(requests(WRITE)).isEqualTo(writes);
    assertThat(requests(KEYED)).isEqualTo(keyed);
  }

  private int requests(Operation operation) {
    int before = calls.provider.count();
    // A client of its own, as a 429 slows one down.
    error(() -> calls.client().call(operation, Object.class));
    return calls.provider.count() - before;
  }

  @Test
  void a_write_that_surely_never_left_is_sent_again() {
    calls.provider.offline().answer(201);

    assertThat(calls.client().call(WRITE, Object.class).meta().requests()).isEqualTo(2);
  }

  /** dotnet/extensions#5248: a slow POST was sent again, and its effect came twice. */
  @Test
  void a_write_that_timed_out_is_not_sent_again() {
    calls.provider.hang();

    CallError error = error(() -> calls.client().call(WRITE, Object.class));

    assertThat(calls.provider.count()).isEqualTo(1);
    assertThat(error.timedOut()).isTrue();
    assertThat(error.sent()).isEqualTo(Sent.MAYBE);
    assertThat(error.stop()).contains(StopReason.NOT_RETRYABLE);
  }

  @Test
  void every_attempt_at_a_keyed_write_carries_the_same_key_and_body() {
    calls.provider.answer(503, 503, 201);

    calls.client().call(KEYED, Object.class);

    assertThat(calls.provider.requests())
        .hasSize(3)
        .allSatisfy(request -> {
          assertThat(request.headers()).containsEntry("Idempotency-Key", "k-1");
          assertThat(request.body()).asString().isEqualTo("{\"n\":1}");
        });
  }

  @Test
  void a_keyed_write_to_a_provider_without_keys_is_refused() {
    Client client = calls.builder(HttpApi.named("crm").baseUrl("http://crm.test")).build();

    CallError error = error(() -> client.call(KEYED, Object.class));

    assertThat(error.code()).isEqualTo(ErrorCode.UNSUPPORTED);
    assertThat(error.message()).isEqualTo("crm takes no idempotency keys");
    assertThat(error.permanent()).isTrue();
    assertThat(error.sent()).isEqualTo(Sent.NO);
    assertThat(calls.provider.count()).isZero();
  }

  @Test
  void what_can_not_be_asked_for_is_invalid_and_not_sent() {
    Operation clash = READ.header("Authorization", "mine");
    Client client = calls.builder(Calls.api().bearer("hush")).build();

    CallError error = error(() -> client.call(clash, Object.class));

    assertThat(error.code()).isEqualTo(ErrorCode.INVALID);
    assertThat(error.message()).startsWith("header field Authorization must not be set");
    assertThat(calls.provider.count()).isZero();
  }

  @Test
  void any_request_that_may_have_arrived_is_told_even_where_the_last_one_never_left() {
    calls.provider.broken().offline();

    CallError error =
        error(() -> calls.client().call(KEYED, Object.class, Options.none().retries(1)));

    assertThat(error.sent()).isEqualTo(Sent.MAYBE);
    assertThat(error.message()).isEqualTo("example could not be reached");
  }

  @Test
  void requests_that_all_never_left_are_told_as_such() {
    calls.provider.offline();

    CallError error = error(() -> calls.client().call(WRITE, Object.class));

    assertThat(error.sent()).isEqualTo(Sent.NO);
    assertThat(error.attempts()).isEqualTo(5);
    assertThat(error.stop()).contains(StopReason.ATTEMPTS);
  }

  @Test
  void an_answer_that_is_no_json_is_the_provider_s_failure_and_not_retried() {
    calls.json("<html>hush</html>");

    CallError error = error(() -> calls.client().call(READ, Object.class));

    assertThat(error.code()).isEqualTo(ErrorCode.PROVIDER);
    assertThat(error.permanent()).isFalse();
    assertThat(error.message()).isEqualTo("example responded 200 with a body that is no JSON");
    assertThat(error.status()).hasValue(200);
    assertThat(calls.provider.count()).isEqualTo(1);
  }

  @Test
  void json_with_something_after_it_is_no_json() {
    calls.json("{} {}");

    assertThat(error(() -> calls.client().call(READ, Object.class)).code())
        .isEqualTo(ErrorCode.PROVIDER);
  }

  @Test
  void json_that_does_not_fit_says_so_without_a_word_of_it() {
    calls.json("{\"id\": \"hush\"}");

    assertThatThrownBy(() -> calls.client().call(READ, Campaign.class))
        .isInstanceOf(CallException.class)
        .hasMessage("example responded 200 with a body that is JSON that does not fit Campaign")
        .hasNoCause();
  }

  @Test
  void a_body_that_nobody_wants_is_not_read() {
    calls.json("<html>");

    assertThat(calls.client().call(READ, Void.class).value()).isNull();
  }

  @ParameterizedTest
  @EnumSource(Flaw.class)
  void an_answer_without_its_body_is_asked_for_again_where_it_may_be_whole_the_next_time(
      Flaw flaw) {
    calls.provider.then(request -> new Reply.Bodiless(200, Headers.NONE, flaw));

    int expected = flaw == Flaw.BROKEN || flaw == Flaw.TIMED_OUT ? 5 : 1;
    CallError error = error(() -> calls.client().call(READ, Object.class));

    assertThat(calls.provider.count()).isEqualTo(expected);
    assertThat(error.sent()).isEqualTo(Sent.ANSWERED);
    assertThat(error.status().orElse(200)).isEqualTo(200);
    assertThat(error.timedOut()).isEqualTo(flaw == Flaw.TIMED_OUT);
    assertThat(error.aborted()).isEqualTo(flaw == Flaw.CANCELLED);
  }

  @ParameterizedTest
  @EnumSource(Flaw.class)
  void a_write_that_was_answered_is_never_sent_again_for_its_body(Flaw flaw) {
    calls.provider.then(request -> new Reply.Bodiless(201, Headers.NONE, flaw));

    error(() -> calls.client().call(KEYED, Object.class));

    assertThat(calls.provider.count()).isEqualTo(1);
  }

  @Test
  void a_failing_status_decides_whatever_became_of_its_body() {
    calls.provider.then(
        request -> new Reply.Bodiless(503, Headers.of(Map.of("Retry-After", "7")), Flaw.TOO_LARGE));

    CallError error = error(() -> calls.client().call(READ, Object.class));

    assertThat(calls.provider.count()).isEqualTo(5);
    assertThat(error.message()).isEqualTo("example responded 503");
    assertThat(error.retryAfter()).contains(Duration.ofSeconds(7));
  }

  @Test
  void the_cause_tells_types_alone() {
    calls.provider.then(
        request -> new Reply.Unanswered(new CallEnding.NeverLeft(), "java.net.ConnectException"));

    assertThatThrownBy(() -> calls.client().call(READ, Object.class))
        .hasMessage("example could not be reached")
        .hasCauseInstanceOf(TransportException.class)
        .hasRootCauseMessage("java.net.ConnectException");
  }

  @Test
  void a_transport_that_throws_may_have_sent_and_its_text_is_not_shown() {
    AtomicInteger sent = new AtomicInteger();
    Client client =
        calls
            .builder()
            .transport((request, timeout, signal) -> {
              sent.incrementAndGet();
              throw new IllegalStateException("hush");
            })
            .build();

    assertThatThrownBy(() -> client.call(WRITE, Object.class))
        .isInstanceOf(CallException.class)
        .hasRootCauseMessage("java.lang.IllegalStateException");
    assertThat(sent).hasValue(1);
  }

  @Test
  void a_budget_that_is_used_up_has_the_last_failure_as_its_cause() {
    calls.provider.answer(503);

    assertThatThrownBy(() -> calls.client().call(READ, Object.class, Options.none().maxRequests(2)))
        .hasMessage("The call used its budget of 2 request(s) to example")
        .cause()
        .hasMessage("example responded 503");
  }

  @Test
  void an_option_of_one_call_leaves_the_client_s_others() {
    calls.provider.answer(503);
    Client client =
        calls
            .builder()
            .options(Options.none().retries(2).maxRequests(3).deadline(Duration.ofMillis(600)))
            .build();

    assertThat(error(() -> client.call(READ, Object.class)).stop()).contains(StopReason.DEADLINE);
    assertThat(calls.provider.count()).isEqualTo(2);

    Options one = Options.none().noDeadline();
    assertThat(error(() -> client.call(READ, Object.class, one)).stop())
        .contains(StopReason.ATTEMPTS);
    assertThat(calls.provider.count()).isEqualTo(5);
  }

  @Test
  void a_backoff_that_breaks_its_promise_is_blamed_by_name() {
    calls.provider.answer(503);
    Options negative = Options.none().retries(1, (attempt, random) -> Duration.ofMillis(-1));

    assertThatThrownBy(() -> calls.client().call(READ, Object.class, negative))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "backoff of example must return a wait of at least 0 s but returned -1 ms after attempt"
                + " 1");
  }

  @Test
  void an_adapter_that_throws_is_not_taken_for_a_failing_provider() {
    calls.provider.answer(200, Map.of(), "{}");
    Client client =
        calls
            .builder(
                Calls.api()
                    .bodyRule((status, body) -> {
                      throw new IllegalStateException("bug of the rule");
                    }))
            .build();

    assertThatThrownBy(() -> client.call(READ, Object.class)).hasMessage("bug of the rule");
    assertThat(calls.provider.count()).isEqualTo(1);
  }

  @Test
  void a_body_can_ask_for_a_longer_wait_than_the_header_does() {
    calls.provider.answer(429, Map.of("Retry-After", "2"), "{\"wait\": 3}").answer(200);
    Client client = calls.builder(Calls.api().retryAfterAt("wait", Duration.ofSeconds(1))).build();

    client.call(READ, Object.class);

    assertThat(calls.time.waits()).containsExactly(Duration.ofSeconds(3));
  }

  /** coral#89 and others: what is asked of an answer that succeeded asks for nothing. */
  @Test
  void a_retry_after_with_a_success_is_not_looked_at() {
    calls.provider.answer(201, Map.of("Retry-After", "120"), "");

    calls.client().call(WRITE, Object.class);

    assertThat(calls.provider.count()).isEqualTo(1);
    assertThat(calls.time.waits()).isEmpty();
  }

  @Test
  void a_date_is_measured_against_the_answer_s_own() {
    calls
        .provider
        .answer(
            503,
            Map.of(
                "Retry-After", "Mon, 03 Jun 2019 11:30:12 GMT",
                "Date", "Mon, 03 Jun 2019 11:29:12 GMT"),
            "")
        .answer(200);

    calls.client().call(READ, Object.class);

    assertThat(calls.time.waits()).containsExactly(Duration.ofMinutes(1));
  }

  @Test
  void a_raw_read_gives_the_body_as_it_is() {
    calls.json("[1, null, {\"a\": 1.5}]");

    assertThat(calls.client().raw().get("/a").value())
        .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.LIST)
        .hasSize(3)
        .contains(1, Map.of("a", 1.5));
  }

  @Test
  void a_raw_write_is_refused_unless_writes_are_allowed_and_then_sent_once() {
    calls.provider.answer(503);

    CallError refused = error(() -> calls.client().raw().send("POST", "/a", null, Options.none()));
    assertThat(refused.code()).isEqualTo(ErrorCode.INVALID);
    assertThat(refused.message())
        .isEqualTo(
            "A raw request to example must be a known read but was a POST; a client made with"
                + " allowWrites() sends it once");
    assertThat(calls.provider.count()).isZero();

    error(() ->
        calls
            .builder()
            .allowWrites()
            .build()
            .raw()
            .send("POST", "/a", Map.of("b", 1), Options.none()));
    assertThat(calls.provider.count()).isEqualTo(1);
  }

  @Test
  void a_raw_request_that_is_a_known_read_is_retried() {
    calls.provider.answer(503, 200);
    Client client = calls.builder(Calls.api().knownRead("POST", "/search")).build();

    assertThat(client.raw().send("POST", "/search", Map.of(), Options.none()).meta().requests())
        .isEqualTo(2);
  }

  @Test
  void an_estimate_sends_nothing() {
    Client client = calls.client();

    assertThat(client.estimate(READ)).isEqualTo(new Estimate(1, 5, Duration.ZERO));
    assertThat(client.estimate(READ, Options.none().retries(0)))
        .isEqualTo(new Estimate(1, 1, Duration.ZERO));
    assertThat(client.estimate(READ, Options.none().maxRequests(2)))
        .isEqualTo(new Estimate(1, 2, Duration.ZERO));
    assertThat(calls.provider.count()).isZero();
  }

  @Test
  void several_records_are_one_call() {
    calls
        .json("{\"id\": 1, \"name\": \"a\"}")
        .provider
        .answer(404)
        .answer(503)
        .answer(200, Map.of(), "{\"id\": 3, \"name\": \"c\"}");

    Result<Map<String, Campaign>> result =
        calls.client().getMany("/c/{}", List.of("1", "2", "3"), Campaign.class);

    assertThat(result.value())
        .containsExactly(
            Map.entry("1", new Campaign(1, "a")), Map.entry("3", new Campaign(3, "c")));
    assertThat(result.meta().requests()).isEqualTo(4);
    assertThat(result.meta().fetchedAt()).isEqualTo(Instant.parse("2026-01-01T00:00:00Z"));
  }

  @Test
  void the_budget_holds_for_all_records_together() {
    calls.json("{\"id\": 1, \"name\": \"a\"}");

    CallError error =
        error(() ->
            calls
                .client()
                .getMany(
                    "/c/{}",
                    List.of("1", "2", "3"),
                    Campaign.class,
                    Options.none().maxRequests(2)));

    assertThat(error.code()).isEqualTo(ErrorCode.RATE_LIMITED);
    assertThat(error.message()).isEqualTo("The call used its budget of 2 request(s) to example");
    assertThat(calls.provider.count()).isEqualTo(2);
  }

  @Test
  void a_failure_other_than_not_found_ends_all_records() {
    calls.json("{\"id\": 1, \"name\": \"a\"}").provider.answer(401);

    assertThat(
            error(() -> calls.client().getMany("/c/{}", List.of("1", "2"), Campaign.class)).code())
        .isEqualTo(ErrorCode.UNAUTHORIZED);
  }

  @Test
  void a_signal_of_a_time_cuts_an_attempt_in_flight() {
    calls.provider.hang();
    Client client = calls.client();

    CallError error =
        error(() ->
            client.call(
                READ,
                Object.class,
                Options.none().signal(client.signalAfter(Duration.ofSeconds(2)))));

    assertThat(error.aborted()).isTrue();
    assertThat(error.permanent()).isTrue();
    assertThat(error.sent()).isEqualTo(Sent.MAYBE);
    assertThat(calls.time.instant()).isEqualTo(Instant.parse("2026-01-01T00:00:02Z"));
  }

  @Test
  void a_signal_keeps_nobody_after_the_call() {
    calls.provider.answer(503).hang();
    Signal signal = Signal.create();

    error(() -> calls.client().call(READ, Object.class, Options.none().signal(signal)));

    assertThat(signal.listeners()).isZero();
    assertThat(calls.time.timers()).isZero();
  }

  @Test
  void an_interrupt_cancels_and_keeps_its_flag() {
    calls.provider.answer(503);
    Thread.currentThread().interrupt();

    CallError error = error(() -> calls.client().call(READ, Object.class));

    assertThat(Thread.interrupted()).isTrue();
    assertThat(error.aborted()).isTrue();
    assertThat(calls.provider.count()).isZero();
  }

  /** resilience4j#1856, feign#627: an interrupt in a wait was lost, or retries went on. */
  @Test
  void an_interrupt_in_a_wait_ends_the_call_and_keeps_its_flag() {
    calls.provider.answer(503);
    Thread caller = Thread.currentThread();
    calls.runtime.timers().start(Duration.ofMillis(200).toNanos(), caller::interrupt);

    CallException thrown =
        org.assertj.core.api.Assertions.catchThrowableOfType(
            CallException.class, () -> calls.client().call(READ, Object.class));

    assertThat(Thread.interrupted()).isTrue();
    assertThat(thrown.error().aborted()).isTrue();
    assertThat(thrown).cause().hasMessage("example responded 503");
    assertThat(calls.provider.count()).isEqualTo(1);
  }

  @Test
  void a_day_of_retries_takes_no_time() {
    calls.provider.answer(503);

    error(() ->
        calls
            .client()
            .call(
                READ,
                Object.class,
                Options.none().retries(288, Backoff.fixed(Duration.ofMinutes(5)))));

    assertThat(calls.provider.count()).isEqualTo(289);
    assertThat(calls.time.instant()).isEqualTo(Instant.parse("2026-01-02T00:00:00Z"));
  }

  /** azure-core: a 503 and then I/O errors began the inner retries anew, 7 requests for 4. */
  @Test
  void different_failures_share_one_count_of_retries() {
    calls.provider.answer(503).broken();

    error(() -> calls.client().call(READ, Object.class, Options.none().retries(3)));

    assertThat(calls.provider.count()).isEqualTo(4);
  }

  /** gax-java#711: turning retries off turned the timeout off too. */
  @Test
  void without_retries_an_attempt_still_times_out() {
    calls.provider.hang();

    CallError error =
        error(() -> calls.client().call(READ, Object.class, Options.none().retries(0)));

    assertThat(error.message()).isEqualTo("example did not answer within 30000 ms");
  }

  /** azure-sdk-for-java#6269: a header grew with every attempt until the server refused it. */
  @Test
  void every_attempt_sends_the_same_header_fields() {
    calls.provider.answer(503);

    error(() -> calls.client().call(KEYED, Object.class));

    assertThat(calls.provider.requests())
        .extracting(request -> request.headers())
        .hasSize(5)
        .containsOnly(calls.provider.requests().getFirst().headers());
  }

  /** servicetalk#1481: a clock that was set during a call ended it early, or minutes late. */
  @Test
  void a_step_of_the_wall_clock_changes_no_bound() {
    calls
        .provider
        .then(request -> {
          calls.time.setWallClock(Instant.parse("2027-01-01T00:00:00Z"));
          return new Reply.Answer(503, Headers.NONE, new byte[0]);
        })
        .answer(503)
        .answer(200);

    calls.client().call(READ, Object.class, Options.none().deadline(Duration.ofMillis(1_500)));

    assertThat(calls.provider.count()).isEqualTo(3);
  }

  /** Failsafe took 900 microseconds for no wait at all. */
  @Test
  void a_wait_shorter_than_a_millisecond_is_waited() {
    calls.provider.answer(503).answer(200);
    Duration wait = Duration.ofNanos(900_000);

    calls.client().call(READ, Object.class, Options.none().retries(1, Backoff.fixed(wait)));

    assertThat(calls.time.waits()).containsExactly(wait);
  }

  @Test
  void a_failure_that_the_body_tells_is_named() {
    calls.json("{\"ok\": false}");
    Client client =
        calls
            .builder(Calls.api().bodyRule((status, body) -> Optional.of(ErrorCode.NOT_FOUND)))
            .build();

    assertThat(error(() -> client.call(READ, Object.class)).message())
        .isEqualTo("example responded 200 with NotFound");
  }

  @Test
  void an_asynchronous_call_gives_what_the_call_gives() {
    calls.json("7").provider.answer(404);
    Client client = calls.client();

    assertThat(client.callAsync(READ, Integer.class).join().value()).isEqualTo(7);
    assertThatThrownBy(() -> client.callAsync(READ, Integer.class).join())
        .hasCauseInstanceOf(CallException.class)
        .hasRootCauseMessage("example responded 404");
  }

  @Test
  void a_whole_walk_can_be_made_asynchronously_and_cancelled() {
    calls.json("{\"items\": [1], \"next\": \"b\"}").provider.hang();
    Client client = calls.client();
    Signal signal = client.signalAfter(Duration.ofSeconds(1));

    var all =
        client.async(
            Options.none().signal(signal), options -> client.listAll(READ, Integer.class, options));

    assertThat(all).isCompletedExceptionally();
    assertThat(signal.listeners()).isZero();
    assertThat(calls.provider.count()).isEqualTo(2);
  }

  @Test
  void what_the_provider_answered_is_with_the_failure_and_in_no_text_of_it() {
    calls.provider.answer(422, Map.of(), "{\"error\":\"name is missing\"}");

    CallException failure =
        catchThrowableOfType(CallException.class, () -> calls.client().get("/a", Object.class));

    assertThat(failure.body().orElseThrow()).asString().contains("name is missing");
    assertThat(failure).hasMessage("example responded 422").hasNoCause();
    assertThat(failure.toString() + failure.error()).doesNotContain("missing");
  }

  @Test
  void bytes_are_given_as_they_came() {
    calls.json("no json");

    assertThat(calls.client().get("/a", byte[].class).value()).isEqualTo("no json".getBytes(UTF_8));
  }

  @Test
  void a_closed_client_says_that_it_is() {
    Client client = calls.client();
    client.close();

    assertThatThrownBy(() -> client.get("/a", Object.class))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("client example is closed");
    assertThat(calls.provider.count()).isZero();
  }
}
