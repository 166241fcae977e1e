package dev.holdfast.testing.plugins;

import static dev.holdfast.testing.plugins.Vendor.START;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.holdfast.client.CallError;
import dev.holdfast.client.Client;
import dev.holdfast.client.HttpApi;
import dev.holdfast.client.Meta;
import dev.holdfast.client.Operation;
import dev.holdfast.client.Options;
import dev.holdfast.client.plugins.Cache;
import dev.holdfast.client.plugins.StoredAnswer;
import dev.holdfast.client.runtime.ClientRuntime;
import dev.holdfast.client.runtime.Signal;
import dev.holdfast.client.transport.Headers;
import dev.holdfast.client.transport.Reply;
import dev.holdfast.client.transport.Transport;
import dev.holdfast.core.Backoff;
import dev.holdfast.testing.ScriptedProvider;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CacheTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Duration MILLI = Duration.ofMillis(1);
  private static final Meta HIT = new Meta(0, Duration.ZERO, START, false);

  private final Vendor vendor =
      new Vendor()
          .serves("/a", "1")
          .serves("/list", "{\"items\": [1, 2], \"next\": \"b\"}")
          .serves("/list?cursor=b", "{\"items\": [3]}");
  private final Cache cache = Cache.in(vendor.store, MINUTE);
  private final Client client = vendor.client(cache);

  @Test
  void a_read_is_answered_without_a_request_while_its_answer_is_young() {
    assertThat(client.get("/a", Integer.class).meta())
        .isEqualTo(new Meta(1, Duration.ZERO, START, false));

    vendor.time.advance(MINUTE.minus(MILLI));
    var hit = client.get("/a", Integer.class);
    assertThat(hit.value()).isEqualTo(1);
    assertThat(hit.meta()).isEqualTo(HIT);
    assertThat(vendor.provider.count()).isEqualTo(1);

    vendor.time.advance(MILLI);
    assertThat(client.get("/a", Integer.class).meta().fetchedAt()).isEqualTo(START.plus(MINUTE));
    assertThat(vendor.provider.count()).isEqualTo(2);
    assertThat(vendor.store.log).containsExactly("get", "set PT1M", "get", "get", "set PT1M");
  }

  @Test
  void the_age_counts_from_when_the_request_was_sent() {
    Client slow =
        over(
            ScriptedProvider.on(vendor.time)
                .then(request -> {
                  vendor.time.advance(MINUTE);
                  return new Reply.Answer(200, Headers.NONE, new byte[] {'1'});
                }));

    assertThat(slow.get("/a", Integer.class).meta().requests()).isEqualTo(1);
    assertThat(slow.get("/a", Integer.class).meta().requests()).isEqualTo(1);
  }

  @Test
  void arguments_in_another_order_and_numbers_in_another_form_are_the_same_read() {
    vendor.serves("/q?a=1&b=2", "5");
    client.call(Operation.get("/q").with("b", 2.0).with("a", 1), Integer.class);

    assertThat(client.call(Operation.get("/q").with("a", "1").with("b", 2), Integer.class).meta())
        .isEqualTo(HIT);
  }

  @Test
  void each_page_of_a_walk_is_kept_with_its_continuation() {
    Operation list = Operation.get("/list");
    client.listAll(list, Integer.class);

    var again = client.listAll(list, Integer.class);

    assertThat(again.value()).containsExactly(1, 2, 3);
    assertThat(again.meta()).isEqualTo(HIT);
  }

  @Test
  void a_write_is_neither_kept_nor_answered() {
    vendor.serves("/w", "1");
    Operation write = Operation.write("POST", "/w").body(1);
    client.call(write, Integer.class);

    assertThat(client.call(write, Integer.class).meta().requests()).isEqualTo(1);
    assertThat(vendor.store.log).isEmpty();
  }

  @Test
  void a_failure_is_not_kept() {
    vendor.down(503);
    Options twice = Options.none().retries(1, Backoff.fixed(MILLI));

    CallError error = Plugs.error(() -> client.get("/a", Integer.class, twice));

    assertThat(error).hasToString("Provider: example responded 503");
    assertThat(error.attempts()).isEqualTo(2);
    assertThat(Plugs.error(() -> client.get("/a", Integer.class)).attempts()).isEqualTo(1);
    vendor.up();
    assertThat(client.get("/a", Integer.class).meta().requests()).isEqualTo(1);
  }

  @Test
  void a_missing_record_is_asked_for_each_time() {
    assertThat(Plugs.error(() -> client.get("/missing", Object.class)).status()).hasValue(404);
    assertThat(Plugs.error(() -> client.get("/missing", Object.class)).status()).hasValue(404);

    assertThat(vendor.provider.count()).isEqualTo(2);
  }

  @Test
  void the_caller_may_change_the_bytes_it_was_given() {
    vendor.serves("/csv", "id,name");
    Objects.requireNonNull(client.get("/csv", byte[].class).value())[0] = 'X';
    Objects.requireNonNull(client.get("/csv", byte[].class).value())[0] = 'Y';

    assertThat(client.get("/csv", byte[].class).value()).asString().isEqualTo("id,name");
    assertThat(vendor.provider.count()).isEqualTo(1);
  }

  @Test
  void the_read_fails_with_what_the_store_throws() {
    IllegalStateException broken = new IllegalStateException("disk full");
    Runnable breaks =
        () -> {
          throw broken;
        };
    vendor.store.beforeSet = breaks;
    assertThat(catchThrowable(() -> client.get("/a", Integer.class))).isSameAs(broken);

    vendor.store.beforeGet = breaks;
    assertThat(catchThrowable(() -> client.get("/a", Integer.class))).isSameAs(broken);
    assertThat(vendor.provider.count()).isEqualTo(1);
  }

  @Test
  void a_store_that_is_too_late_has_nothing() {
    client.get("/a", Integer.class);
    vendor.store.beforeGet = () -> vendor.time.advance(Duration.ofSeconds(2));
    vendor.store.beforeSet = vendor.store.beforeGet;

    assertThat(client.get("/a", Integer.class).meta().requests()).isEqualTo(1);

    Client patient = vendor.client(cache.storeTimeout(Duration.ofSeconds(2)));
    assertThat(patient.get("/a", Integer.class).meta().requests()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"{", "[1]", "\"x\"", "1 2"})
  void an_entry_that_is_no_such_answer_is_fetched_anew(String garbage) {
    client.get("/a", Integer.class);
    vendor.store.replaceAll(new StoredAnswer(garbage.getBytes(UTF_8), Optional.empty(), START));

    assertThat(client.get("/a", Integer.class).value()).isEqualTo(1);
    assertThat(client.get("/a", Integer.class).meta()).isEqualTo(HIT);
    assertThat(vendor.provider.count()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"2026-11-14T12:00:00.001Z", "+1000000000-12-31T23:59:59.999999999Z"})
  void an_entry_from_the_future_is_fetched_anew(String fetchedAt) {
    client.get("/a", Integer.class);
    vendor.store.replaceAll(
        new StoredAnswer(new byte[] {'2'}, Optional.empty(), Instant.parse(fetchedAt)));

    assertThat(client.get("/a", Integer.class).value()).isEqualTo(1);
  }

  @Test
  void a_cancelled_call_sends_nothing_and_is_given_nothing() {
    client.get("/a", Integer.class);
    Signal fired = Signal.create();
    fired.fire();

    CallError error =
        Plugs.error(() -> client.get("/a", Integer.class, Options.none().signal(fired)));

    assertThat(error).hasToString("Provider: The call was aborted");
    assertThat(error.aborted()).isTrue();
    assertThat(error.permanent()).isTrue();
  }

  @Test
  void an_interrupted_call_sends_nothing_and_keeps_its_flag() {
    Thread.currentThread().interrupt();

    CallError error = Plugs.error(() -> client.get("/a", Integer.class));

    assertThat(Thread.interrupted()).isTrue();
    assertThat(error.aborted()).isTrue();
    assertThat(vendor.provider.count()).isZero();
  }

  @Test
  void a_cancel_cuts_the_request_where_nobody_else_waits() {
    Signal signal = Signal.after(Duration.ofMillis(300), vendor.runtime);
    Client hanging = over(ScriptedProvider.on(vendor.time).hang());

    CallError error =
        Plugs.error(() -> hanging.get("/a", Integer.class, Options.none().signal(signal)));

    assertThat(error.aborted()).isTrue();
    assertThat(vendor.time.instant()).isEqualTo(START.plusMillis(300));
    assertThat(vendor.time.timers()).isZero();
    assertThat(signal.listeners()).isZero();
  }

  private Client over(Transport transport) {
    return Client.of(HttpApi.named("example").baseUrl("http://a.test"))
        .transport(transport)
        .runtime(vendor.runtime)
        .plugin(cache)
        .build();
  }

  @Test
  void the_deadline_of_the_call_holds_for_what_it_sends() {
    vendor.down(503);
    Options options = Options.none().retries(9).deadline(Duration.ofSeconds(4));

    CallError error = Plugs.error(() -> client.get("/a", Integer.class, options));

    assertThat(error.timedOut()).isTrue();
    assertThat(error.status()).hasValue(503);
    assertThat(vendor.time.instant()).isBefore(START.plusSeconds(4));
  }

  @Test
  void a_call_fails_where_the_executor_refuses_and_the_next_one_begins_anew() {
    boolean[] full = {true};
    ClientRuntime own = vendor.runtime;
    ClientRuntime refusing =
        new ClientRuntime(
            own.clock(),
            own.ticker(),
            own.random(),
            own.timers(),
            own.waiters(),
            task -> {
              if (full[0]) {
                throw new RejectedExecutionException("full");
              }
              task.run();
            });
    Client refused = vendor.client(refusing, cache);

    assertThatThrownBy(() -> refused.get("/a", Integer.class))
        .isInstanceOf(RejectedExecutionException.class);
    full[0] = false;
    assertThat(refused.get("/a", Integer.class).value()).isEqualTo(1);
  }

  @Test
  void a_read_whose_body_cannot_be_written_is_refused_as_ever() {
    Operation broken =
        Operation.read("POST", "/a")
            .body(
                new Object() {
                  // Jackson reads public getters only
                  @SuppressWarnings({"unused", "EffectivelyPrivate"})
                  public int getValue() {
                    throw new IllegalStateException("broken");
                  }
                });

    assertThat(Plugs.error(() -> client.call(broken, Map.class)).message())
        .startsWith("body must be writable as JSON");
  }

  @Test
  void its_options_have_bounds() {
    assertThat(cache.name()).isEqualTo("cache");
    assertThat(Cache.in(vendor.store, MILLI)).isNotNull();
    assertThat(Cache.in(vendor.store, Duration.ofDays(366))).isNotNull();
    assertThatThrownBy(() -> Cache.in(vendor.store, Duration.ZERO))
        .hasMessage("ttl must be between 1 ms and 366 d but was 0 s");
    assertThatThrownBy(() -> Cache.in(vendor.store, Duration.ofDays(367)))
        .hasMessageEndingWith("but was 367 d");
  }
}
