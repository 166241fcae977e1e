package dev.holdfast.testing;

import static dev.holdfast.testing.Calls.error;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.holdfast.client.CallError;
import dev.holdfast.client.CallException;
import dev.holdfast.client.Client;
import dev.holdfast.client.Hooks;
import dev.holdfast.client.HttpApi;
import dev.holdfast.client.HttpConnection;
import dev.holdfast.client.Operation;
import dev.holdfast.client.Options;
import dev.holdfast.client.Page;
import dev.holdfast.client.PageRule;
import dev.holdfast.client.Walk;
import dev.holdfast.client.runtime.Signal;
import dev.holdfast.client.transport.Headers;
import dev.holdfast.client.transport.Reply;
import dev.holdfast.core.CallEnding;
import dev.holdfast.core.CallEnding.Sent;
import dev.holdfast.core.CallScope;
import dev.holdfast.core.ErrorCode;
import dev.holdfast.core.OperationKind;
import dev.holdfast.core.RateLimit;
import dev.holdfast.core.StopReason;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where two rules of a call meet. Each was wrong once. */
class ClientEdgesTest {
  private static final Operation READ = Operation.get("/a");

  private final Calls calls = new Calls();

  @Test
  void a_backoff_is_not_asked_after_the_last_attempt() {
    calls.provider.answer(429);
    List<Duration> waits = List.of(Duration.ofSeconds(1), Duration.ofSeconds(2));

    CallError error =
        error(() ->
            calls
                .client()
                .call(READ, Object.class, Options.none().retries(2, (n, r) -> waits.get(n - 1))));

    assertThat(error.message()).isEqualTo("example responded 429");
    assertThat(error.attempts()).isEqualTo(3);
  }

  private record Told(List<String> told) implements CallScope {
    @Override
    public Duration timeLeft() {
      return Duration.ofHours(1);
    }

    @Override
    public void starting(OperationKind operation) {
      told.add("starting");
    }

    @Override
    public void ended(OperationKind operation, CallEnding ending) {
      told.add(ending.toString());
    }
  }

  @Test
  void a_write_that_was_answered_is_never_told_as_refused_whatever_is_thrown() {
    calls.provider.answer(200, Map.of(), "{}");
    Client client =
        calls
            .builder(
                Calls.api()
                    .bodyRule((status, body) -> {
                      throw new IllegalStateException("bug");
                    }))
            .build();
    Told scope = new Told(new ArrayList<>());

    assertThatThrownBy(() ->
            new HttpConnection(client)
                .within(scope)
                .call(Operation.write("POST", "/a"), Object.class))
        .isInstanceOf(IllegalStateException.class);

    assertThat(scope.told()).containsExactly("starting", "Answered[status=200]");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<%s/a?p=2>; rel=next",
        "<%s/a?p=2>; title=\"a, b\"; rel=\"next\"",
        "<%s/a?p=2>; rel=\"Next\"",
        "<%s/a?p=2>; REL=next",
        "<%s/a?p=2>; title=\"x<y\"; rel=next",
        "<%s/a?p=9>; rel=\"last\", <%s/a?p=2>; rel=\"prefetch next\"",
        "<%s/a?p=2>;rel=next;x",
        "<%s/a?p=2>; title=\"say \\\"hi\\\"; rel=prev\"; rel=next"
      })
  void a_link_to_the_next_page_is_found_however_it_is_written(String link) {
    String field = link.replace("%s", "http://example.test");
    calls.provider.answer(200, Map.of("Link", field), "[1]").answer(200, Map.of(), "[2]");
    Client client = calls.builder(Calls.api().pages(new PageRule.Link(""))).build();

    assertThat(client.listAll(READ, Integer.class).value()).containsExactly(1, 2);
    assertThat(calls.provider.requests().getLast().url()).endsWith("/a?p=2");
  }

  @ParameterizedTest
  @ValueSource(strings = {"<http://example.test/a>; rel=prev; rel=next", "<http://example.test/a>"})
  void what_is_no_link_to_the_next_page_ends_the_walk(String field) {
    calls.provider.answer(200, Map.of("Link", field), "[1]");
    Client client = calls.builder(Calls.api().pages(new PageRule.Link(""))).build();

    assertThat(client.listAll(READ, Integer.class).value()).containsExactly(1);
  }

  @Test
  void a_key_that_a_provider_repeats_in_its_link_is_neither_shown_nor_sent_twice() {
    calls
        .provider
        .answer(200, Map.of("Link", "<http://example.test/a?key=hush&p=2>; rel=next"), "[1]")
        .answer(200, Map.of(), "[2]");
    Client client =
        calls.builder(Calls.api().queryKey("key", "hush").pages(new PageRule.Link(""))).build();

    Walk<Integer> walk = client.walk(READ, Integer.class);
    Page<Integer> first = walk.iterator().next();

    assertThat(first.cursor()).contains("/a?p=2");
    assertThat(walk.all().value()).containsExactly(2);
    assertThat(calls.provider.requests().getLast().url())
        .isEqualTo("http://example.test/a?p=2&key=hush");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/../b", "/b/..", "/./b", "/b/%2E%2e/c", "/b/.?x=1"})
  void no_path_climbs(String path) {
    assertThatThrownBy(() -> Operation.get(path))
        .hasMessage("path must not have . or .. for a segment but had one");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/.b", "/b/...", "/b/%2f", "/a?b=/../c", "/a.b/c..d"})
  void dots_in_other_places_are_let_pass(String path) {
    assertThat(Operation.get(path).path()).isEqualTo(path);
  }

  @Test
  void half_a_surrogate_pair_is_no_id() {
    assertThatThrownBy(() -> Operation.get("/a/{}", "x\ud800"))
        .hasMessage("text must be well-formed Unicode but had half a surrogate pair");
    assertThat(Operation.get("/a/{}", "\ud83d\ude00").path()).isEqualTo("/a/%F0%9F%98%80");
  }

  @Test
  void primitive_types_are_read() {
    calls.json("42").json("true").json("7").json("8");
    Client client = calls.client();

    assertThat(client.get("/n", int.class).value()).isEqualTo(42);
    assertThat(client.get("/b", boolean.class).value()).isEqualTo(true);
    assertThat(client.getMany("/n/{}", List.of("a", "b"), int.class).value())
        .isEqualTo(Map.of("a", 7, "b", 8));
  }

  @Test
  void an_interrupt_before_a_call_cancels_it_whatever_the_transport_does() {
    calls.provider.answer(200);
    Client client = calls.builder(Calls.api().limits(RateLimit.perMinute(1))).build();
    Thread.currentThread().interrupt();

    CallError error = error(() -> client.get("/a", Object.class));

    assertThat(Thread.interrupted()).isTrue();
    assertThat(error.aborted()).isTrue();
    assertThat(error.attempts()).isZero();
    assertThat(error.sent()).isEqualTo(Sent.NO);
    assertThat(error.stop()).contains(StopReason.CANCELLED);
    assertThat(client.get("/a", Object.class).meta().throttled()).isZero();
  }

  @Test
  void a_transport_that_wraps_an_interrupt_is_not_asked_again() {
    List<Integer> sends = new ArrayList<>();
    Client client =
        calls
            .builder()
            .transport((request, timeout, signal) -> {
              sends.add(1);
              throw new IllegalStateException(new InterruptedException());
            })
            .build();

    CallError error = error(() -> client.get("/a", Object.class));

    assertThat(Thread.interrupted()).isTrue();
    assertThat(sends).hasSize(1);
    assertThat(error.aborted()).isTrue();
    assertThat(error.sent()).isEqualTo(Sent.MAYBE);
  }

  @Test
  void a_status_that_the_adapter_retries_is_retried_with_a_broken_body_too() {
    calls
        .provider
        .then(request -> new Reply.Bodiless(520, Headers.NONE, Reply.Flaw.BROKEN))
        .answer(200);

    assertThat(
            calls
                .builder(Calls.api().alsoRetry(520))
                .build()
                .call(READ, Object.class)
                .meta()
                .requests())
        .isEqualTo(2);
  }

  @Test
  void to_also_retry_a_429_takes_nothing_away_from_it() {
    calls.provider.answer(429, Map.of("Retry-After", "60"), "");
    Client client = calls.builder(Calls.api().alsoRetry(429)).build();

    CallError error = error(() -> client.call(READ, Object.class, Options.none().retries(0)));

    assertThat(error.code()).isEqualTo(ErrorCode.RATE_LIMITED);
    assertThat(client.estimate(READ).throttled()).isEqualTo(Duration.ofSeconds(60));
  }

  @Test
  void a_retry_that_the_rate_budget_ends_tells_of_the_failure_before_it() {
    calls.provider.answer(503);
    Client client = calls.builder(Calls.api().limits(RateLimit.perMinute(1))).build();
    Options options = Options.none().deadline(Duration.ofSeconds(30));

    CallException failure =
        catchThrowableOfType(CallException.class, () -> client.call(READ, Object.class, options));

    assertThat(failure.code()).isEqualTo(ErrorCode.RATE_LIMITED);
    assertThat(failure.error().sent()).isEqualTo(Sent.ANSWERED);
    assertThat(failure).hasCauseInstanceOf(CallException.class);
    assertThat(failure.getCause()).hasMessage("example responded 503");
  }

  @Test
  void closing_ends_a_wait_at_once() {
    calls.provider.answer(503);
    Client client = calls.client();
    calls.runtime.timers().start(1_000_000, client::close);

    CallError error = error(() -> client.get("/a", Object.class));

    assertThat(error.aborted()).isTrue();
    assertThat(error.stop()).contains(StopReason.CANCELLED);
    assertThat(calls.time.instant()).isEqualTo(Instant.parse("2026-01-01T00:00:00.001Z"));
    assertThat(calls.provider.count()).isEqualTo(1);
  }

  @Test
  void closing_ends_a_wait_for_the_rate_budget_at_once() {
    calls.provider.answer(200);
    Client client = calls.builder(Calls.api().limits(RateLimit.perMinute(1))).build();
    client.get("/a", Object.class);
    calls.runtime.timers().start(1_000_000, client::close);

    CallError error = error(() -> client.get("/a", Object.class));

    assertThat(error.aborted()).isTrue();
    assertThat(error.attempts()).isZero();
    assertThat(calls.time.instant()).isEqualTo(Instant.parse("2026-01-01T00:00:00.001Z"));
  }

  @Test
  void a_call_that_its_transport_cancelled_says_that_it_was_cancelled() {
    calls.provider.then(request -> new Reply.Unanswered(new CallEnding.Cancelled(Sent.MAYBE), ""));

    assertThat(error(() -> calls.client().call(READ, Object.class)).stop())
        .contains(StopReason.CANCELLED);
  }

  @Test
  void whether_a_page_was_sent_is_not_told_by_the_page_before() {
    calls.provider.answer(503).answer(200, Map.of(), "{\"items\": [1], \"next\": \"b\"}").offline();

    CallError error = error(() -> calls.client().listAll(READ, Integer.class));

    assertThat(error.sent()).isEqualTo(Sent.NO);
  }

  @Test
  void to_ask_a_walk_for_its_meta_does_not_begin_it() {
    calls.json("{\"items\": [1], \"next\": \"b\"}").json("{\"items\": [2]}");
    Walk<Integer> walk =
        calls.client().walk(READ, Integer.class, Options.none().deadline(Duration.ofSeconds(1)));

    assertThat(walk.meta().requests()).isZero();
    calls.time.advance(Duration.ofSeconds(5));

    assertThat(walk.all().value()).containsExactly(1, 2);
  }

  @Test
  void a_page_that_no_provider_can_give_costs_no_request() {
    HttpApi api =
        HttpApi.named("example")
            .baseUrl("http://example.test")
            .pages(new PageRule.Numbered("", "page", 1, 2))
            .build();
    Client client = Client.of(api).transport(calls.provider).runtime(calls.runtime).build();

    CallError error = error(() -> client.listAll(READ.with("page", "abc"), Integer.class));

    assertThat(error.code()).isEqualTo(ErrorCode.INVALID);
    assertThat(error.message()).isEqualTo("page must be the number of a page but was none");
    assertThat(calls.provider.count()).isZero();
  }

  @Test
  void a_record_that_does_not_fit_says_what_the_page_cost() {
    calls.provider.answer(503).answer(200, Map.of(), "{\"items\": [\"x\"]}");

    CallError error = error(() -> calls.client().listAll(READ, Integer.class));

    assertThat(error.attempts()).isEqualTo(2);
    assertThat(error.stop()).contains(StopReason.NOT_RETRYABLE);
  }

  @Test
  void hooks_given_one_after_the_other_are_all_told_be_it_that_the_first_throws() {
    calls.provider.answer(200);
    List<String> told = new ArrayList<>();
    calls
        .builder()
        .hooks(
            new Hooks() {
              @Override
              public void onRequest(Attempted attempt) {
                throw new IllegalStateException("bug");
              }
            })
        .hooks(
            new Hooks() {
              @Override
              public void onRequest(Attempted attempt) {
                told.add("second");
              }
            })
        .build()
        .call(READ, Object.class);

    assertThat(told).containsExactly("second");
  }

  @Test
  void every_listener_of_a_signal_is_told_be_it_that_the_first_throws_an_error() {
    Signal signal = Signal.create();
    List<String> told = new ArrayList<>();
    signal.onFire(() -> {
      throw new AssertionError("bug");
    });
    signal.onFire(() -> told.add("second"));

    signal.fire();

    assertThat(told).containsExactly("second");
  }

  @Test
  void an_executor_that_throws_fails_the_future_and_leaves_no_listener() {
    Signal signal = Signal.create();
    Client client =
        calls
            .builder()
            .runtime(
                VirtualRuntime.forCalls(
                    calls.time,
                    () -> 0.5,
                    task -> {
                      throw new IllegalStateException("full");
                    }))
            .build();

    var future = client.callAsync(READ, Object.class, Options.none().signal(signal));

    assertThatThrownBy(future::get)
        .isInstanceOf(ExecutionException.class)
        .hasRootCauseMessage("full");
    assertThat(signal.listeners()).isZero();
  }

  @Test
  void a_function_of_a_script_that_throws_ends_the_test() {
    calls.provider.then(request -> {
      throw new IllegalStateException("bug of the test");
    });

    assertThatThrownBy(() -> calls.client().call(READ, Object.class))
        .isInstanceOf(AssertionError.class)
        .hasRootCauseMessage("bug of the test");
  }

  @Test
  @SuppressWarnings("NullAway") // what a caller without the checker does
  void nulls_are_named() {
    assertThatThrownBy(() -> Options.none().signal(null)).hasMessage("signal");
    assertThatThrownBy(() -> Options.none().retries(1, null)).hasMessage("backoff");
    assertThatThrownBy(() -> calls.builder().options(null)).hasMessage("options");
    assertThatThrownBy(() -> calls.builder().plugin(null)).hasMessage("plugin");
  }
}
