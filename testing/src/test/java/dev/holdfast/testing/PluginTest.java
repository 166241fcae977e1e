package dev.holdfast.testing;

import static dev.holdfast.testing.Calls.error;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.client.CallError;
import dev.holdfast.client.CallException;
import dev.holdfast.client.Client;
import dev.holdfast.client.ClientBuilder;
import dev.holdfast.client.JsonCodec;
import dev.holdfast.client.Meta;
import dev.holdfast.client.Operation;
import dev.holdfast.client.Options;
import dev.holdfast.client.Plugin;
import dev.holdfast.client.Response;
import dev.holdfast.client.runtime.Signal;
import dev.holdfast.core.ErrorCode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PluginTest {
  private static final Operation READ = Operation.get("/a");

  private final Calls calls = new Calls();
  private final List<String> log = new ArrayList<>();

  /** A plugin from a lambda. */
  private static Plugin plugin(String name, Wrap wrap) {
    return new Plugin() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public Response wrap(Operation operation, Next next, CallInfo info) {
        return wrap.wrap(operation, next, info);
      }
    };
  }

  @FunctionalInterface
  private interface Wrap {
    Response wrap(Operation operation, Plugin.Next next, Plugin.CallInfo info);
  }

  private Plugin logging(String name) {
    return plugin(
        name,
        (operation, next, info) -> {
          log.add(name + " in");
          try {
            return next.proceed(operation);
          } finally {
            log.add(name + " out");
          }
        });
  }

  @Test
  void plugins_lie_outside_in_and_wrap_once_per_call() {
    calls.provider.answer(503, 503, 200);

    calls
        .builder()
        .plugin(logging("outer"))
        .plugin(logging("inner"))
        .build()
        .call(READ, Object.class);

    assertThat(log).containsExactly("outer in", "inner in", "inner out", "outer out");
  }

  /** aws-sdk-java-v2#2367: a call that timed out was never told as ended, and a gauge leaked. */
  @Test
  void every_call_that_began_ends_exactly_once_however_it_ends() {
    calls.provider.hang();

    error(() -> calls.builder().plugin(logging("gauge")).build().call(READ, Object.class));

    assertThat(log).containsExactly("gauge in", "gauge out");
  }

  @Test
  void a_plugin_may_answer_by_itself() {
    Response stored =
        new Response(
            "{\"n\": 1}".getBytes(UTF_8),
            Optional.empty(),
            new Meta(0, Duration.ZERO, Instant.EPOCH, true));
    Client client =
        calls.builder().plugin(plugin("store", (operation, next, info) -> stored)).build();

    var result = client.get("/a", Object.class);

    assertThat(calls.provider.count()).isZero();
    assertThat(result.meta().stale()).isTrue();
  }

  record Named(@Nullable String name) {}

  @Test
  void a_plugin_may_change_what_passes_both_ways() {
    calls.json("{\"name\": \"hush\"}");
    Client client =
        calls
            .builder()
            .plugin(
                plugin(
                    "mask",
                    (operation, next, info) -> {
                      Response response = next.proceed(operation.with("fields", "name"));
                      return new Response(
                          new String(response.json(), UTF_8).replace("hush", "***").getBytes(UTF_8),
                          response.cursor(),
                          response.meta());
                    }))
            .build();

    assertThat(client.get("/a", Named.class).value()).isEqualTo(new Named("***"));
    assertThat(calls.provider.requests().getFirst().uri()).hasQuery("fields=name");
  }

  @Test
  void a_plugin_may_fail_a_call_with_an_error_of_its_own() {
    ClientBuilder builder =
        calls
            .builder()
            .plugin(
                plugin(
                    "budget",
                    (operation, next, info) -> {
                      throw new CallException(
                          CallError.of(ErrorCode.RATE_LIMITED, info.provider(), "no more today")
                              .build());
                    }));

    CallError error = error(() -> builder.build().call(READ, Object.class));

    assertThat(error.toString()).isEqualTo("RateLimited: no more today");
    assertThat(error.status()).isEmpty();
  }

  @Test
  void a_plugin_that_returns_nothing_is_blamed_by_name() {
    @SuppressWarnings("NullAway") // what a user's code may do
    Plugin broken = plugin("broken", (operation, next, info) -> null);

    assertThatThrownBy(() -> calls.builder().plugin(broken).build().call(READ, Object.class))
        .hasMessage("plugin broken must return a response but returned null");
  }

  @Test
  void a_plugin_sees_each_page_of_a_walk() {
    calls.json("{\"items\": [1], \"next\": \"b\"}").json("{\"items\": [2]}");
    List<String> cursors = new ArrayList<>();
    Client client =
        calls
            .builder()
            .plugin(
                plugin(
                    "pages",
                    (operation, next, info) -> {
                      Response page = next.proceed(operation);
                      cursors.add(
                          operation.cursor().orElse("first") + ">" + page.cursor().orElse("end"));
                      return page;
                    }))
            .build();

    assertThat(client.listAll(READ, Integer.class).value()).containsExactly(1, 2);
    assertThat(cursors).containsExactly("first>b", "b>end");
  }

  @Test
  void a_plugin_knows_whose_call_it_is() {
    calls.json("1");
    calls
        .builder()
        .workspace("tenant-7")
        .plugin(
            plugin(
                "info",
                (operation, next, info) -> {
                  log.add(info.provider() + " " + info.workspace());
                  return next.proceed(operation);
                }))
        .build()
        .get("/a", Integer.class);

    assertThat(log).containsExactly("example tenant-7");
  }

  @Test
  void a_plugin_may_wrap_each_attempt_the_outer_around_the_inner() {
    calls.provider.answer(503, 200);

    calls
        .builder()
        .plugin(plugin("outer", (operation, next, info) -> next.proceed(operation, named("outer"))))
        .plugin(plugin("inner", (operation, next, info) -> next.proceed(operation, named("inner"))))
        .build()
        .call(READ, Object.class);

    assertThat(log).containsExactly("outer 1", "inner 1", "outer 2", "inner 2");
    assertThat(calls.provider.requests().getLast().headers()).containsKeys("X-outer", "X-inner");
  }

  private Plugin.Attempts named(String name) {
    return (request, attempt, send) -> {
      log.add(name + " " + attempt);
      return send.send(request.header("X-" + name, "1"));
    };
  }

  @Test
  void a_plugin_may_refuse_an_attempt_which_is_not_sent_and_not_counted() {
    calls.provider.answer(503);
    Client client =
        calls
            .builder()
            .plugin(
                plugin(
                    "twice",
                    (operation, next, info) ->
                        next.proceed(
                            operation,
                            (request, attempt, send) -> {
                              if (attempt > 2) {
                                throw new CallException(
                                    CallError.of(ErrorCode.RATE_LIMITED, "example", "no more")
                                        .build());
                              }
                              return send.send(request);
                            })))
            .build();

    CallError error = error(() -> client.call(READ, Object.class));

    assertThat(error.code()).isEqualTo(ErrorCode.RATE_LIMITED);
    assertThat(error.message()).isEqualTo("no more");
    assertThat(error.attempts()).isEqualTo(2);
    assertThat(error.status()).isEmpty();
    assertThat(calls.provider.count()).isEqualTo(2);
  }

  @Test
  void what_goes_on_for_others_too_counts_as_the_callers_and_heeds_the_other_signal() {
    calls.provider.answer(503, 200);
    Signal callers = Signal.create();
    List<Integer> requests = new ArrayList<>();
    Client client =
        calls
            .builder()
            .plugin(
                plugin(
                    "shared",
                    (operation, next, info) -> {
                      callers.fire();
                      Response response = next.detached(Signal.never()).proceed(operation);
                      requests.add(info.requests());
                      return response;
                    }))
            .build();

    Meta meta = client.call(READ, Object.class, Options.none().signal(callers)).meta();

    assertThat(meta.requests()).isEqualTo(2);
    assertThat(requests).containsExactly(2);
  }

  @Test
  void what_was_sent_for_others_too_counts_against_the_callers_budget() {
    calls.provider.answer(503);
    Client client =
        calls
            .builder()
            .plugin(
                plugin(
                    "shared",
                    (operation, next, info) -> next.detached(Signal.never()).proceed(operation)))
            .build();

    CallError error = error(() -> client.call(READ, Object.class, Options.none().maxRequests(2)));

    assertThat(error.message()).isEqualTo("The call used its budget of 2 request(s) to example");
    assertThat(calls.provider.count()).isEqualTo(2);
  }

  @Test
  void a_plugin_knows_whose_call_it_is_and_what_is_left_of_it() {
    calls.json("{\"items\": [1, 2]}");
    Client client =
        calls
            .builder()
            .workspace("agency")
            .plugin(
                plugin(
                    "asks",
                    (operation, next, info) -> {
                      Response response = next.proceed(operation);
                      log.add(
                          "%s %s %s %s %s %s"
                              .formatted(
                                  info.provider(),
                                  info.workspace(),
                                  info.label(),
                                  info.timeLeft().orElseThrow(),
                                  operation.route(),
                                  info.records(operation, response)));
                      return response;
                    }))
            .build();
    Options options = Options.none().label("nightly").deadline(Duration.ofSeconds(9));

    client.call(Operation.get("/a/{}", 7), Object.class, options);
    client.listAll(READ, Object.class, options);

    assertThat(log)
        .containsExactly(
            "example agency nightly PT9S /a/{} [{items=[1, 2]}]",
            "example agency nightly PT9S /a [1, 2]");
  }

  @Test
  void an_answer_from_elsewhere_must_be_what_was_asked_for() {
    List<String> refused = new ArrayList<>();
    Client client =
        calls
            .builder()
            .plugin(
                plugin(
                    "store",
                    (operation, next, info) -> {
                      for (String json : List.of("garbage", "{\"items\": 1}", "{\"items\": [3]}")) {
                        try {
                          return info.answer(
                              json.getBytes(UTF_8),
                              Optional.empty(),
                              new Meta(0, Duration.ZERO, Instant.EPOCH, true));
                        } catch (JsonCodec.JsonException e) {
                          refused.add(json);
                        }
                      }
                      return next.proceed(operation);
                    }))
            .build();

    assertThat(client.listAll(READ, Integer.class).value()).containsExactly(3);
    assertThat(refused).containsExactly("garbage", "{\"items\": 1}");
  }
}
