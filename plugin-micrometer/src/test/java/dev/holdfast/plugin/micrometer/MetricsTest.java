package dev.holdfast.plugin.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.client.CallError;
import dev.holdfast.client.CallException;
import dev.holdfast.client.Client;
import dev.holdfast.client.HttpApi;
import dev.holdfast.client.Meta;
import dev.holdfast.client.Operation;
import dev.holdfast.client.Options;
import dev.holdfast.client.Plugin;
import dev.holdfast.client.Response;
import dev.holdfast.core.ErrorCode;
import dev.holdfast.core.RateLimit;
import dev.holdfast.testing.ScriptedProvider;
import dev.holdfast.testing.VirtualRuntime;
import dev.holdfast.testing.VirtualTime;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MetricsTest {
  private static final Operation READ =
      Operation.get("/contacts/{}", "hush").with("key", "hush").header("X-Key", "hush");

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final Metrics metrics = Metrics.to(registry);
  private final VirtualTime time = VirtualTime.create();
  private final ScriptedProvider provider = ScriptedProvider.on(time);
  private List<RateLimit> limits = List.of();

  private Client client(Plugin... plugins) {
    var builder =
        Client.of(
                HttpApi.named("crm")
                    .baseUrl("https://crm.test")
                    .limits(limits.toArray(RateLimit[]::new)))
            .transport(provider)
            .workspace("hush")
            .runtime(VirtualRuntime.forCalls(time, () -> 0.5))
            .options(Options.none().timeout(Duration.ofSeconds(3)));
    Stream.of(plugins).forEach(builder::plugin);
    return builder.build();
  }

  private void read(Plugin... plugins) {
    client(plugins).call(READ, Object.class);
  }

  private Timer timer(String name, String... tags) {
    return registry.get("holdfast.client." + name).tags(tags).timer();
  }

  @Test
  void operations_are_timed_by_their_outcome() {
    provider.answer(503, 200, 404);

    read(metrics);
    assertThatThrownBy(() -> read(metrics)).isInstanceOf(CallException.class);

    Timer answered = timer("operations", "provider", "crm", "method", "GET", "outcome", "success");
    assertThat(answered.count()).isEqualTo(1);
    assertThat(answered.totalTime(TimeUnit.MILLISECONDS)).isEqualTo(500);
    assertThat(timer("operations", "outcome", "not_found").count()).isEqualTo(1);
  }

  @Test
  void requests_are_timed_by_their_status_and_retries_counted() {
    provider.answer(503).hang().answer(200);

    read(metrics);

    assertThat(timer("requests", "provider", "crm", "method", "GET", "status", "503").count())
        .isEqualTo(1);
    assertThat(timer("requests", "status", "none").totalTime(TimeUnit.SECONDS)).isEqualTo(3);
    assertThat(timer("requests", "status", "200").count()).isEqualTo(1);
    Counter retries = registry.get("holdfast.client.retries").tags("provider", "crm").counter();
    assertThat(retries.count()).isEqualTo(2);
  }

  @Test
  void a_stored_answer_is_an_outcome_of_its_own_and_no_request() {
    Meta stale = new Meta(0, Duration.ZERO, Instant.EPOCH, true);

    read(
        metrics,
        plugin((operation, next, info) -> new Response(new byte[0], Optional.empty(), stale)));

    assertThat(timer("operations", "outcome", "stale").count()).isEqualTo(1);
    assertThat(registry.find("holdfast.client.requests").meters()).isEmpty();
  }

  @Test
  void a_request_that_was_refused_further_inside_is_none() {
    Plugin budget =
        plugin((operation, next, info) ->
            next.proceed(
                operation,
                (request, attempt, send) -> {
                  throw new CallException(
                      CallError.of(ErrorCode.RATE_LIMITED, "crm", "no more").build());
                }));

    assertThatThrownBy(() -> read(metrics, budget)).hasMessage("no more");

    assertThat(timer("operations", "outcome", "rate_limited").count()).isEqualTo(1);
    assertThat(registry.find("holdfast.client.requests").meters()).isEmpty();
    assertThat(registry.find("holdfast.client.retries").meters()).isEmpty();
  }

  @Test
  void what_is_no_error_of_a_client_is_an_outcome_too() {
    Plugin broken =
        plugin((operation, next, info) -> {
          throw new IllegalStateException("hush");
        });

    assertThatThrownBy(() -> read(metrics, broken)).hasMessage("hush");

    assertThat(timer("operations", "outcome", "exception").count()).isEqualTo(1);
  }

  @Test
  void waits_for_the_rate_budget_are_timed_where_there_were_any() {
    limits = List.of(RateLimit.perMinute(1));
    provider.answer(200);
    Client client = client(metrics);

    client.call(READ, Object.class);
    assertThat(registry.find("holdfast.client.throttled").meters()).isEmpty();

    client.call(READ, Object.class);
    assertThat(timer("throttled", "provider", "crm").totalTime(TimeUnit.SECONDS)).isEqualTo(60);
  }

  @Test
  void no_tag_holds_a_path_an_argument_or_a_label_and_routes_only_where_asked() {
    provider.answer(503, 200);

    read(metrics);
    assertThat(tags()).isNotEmpty().noneMatch(tag -> tag.getKey().equals("route"));

    registry.clear();
    provider.answer(503, 200);
    read(metrics.withRoutes());
    assertThat(tags()).contains(Tag.of("route", "/contacts/{}"));
    assertThat(tags().toString()).doesNotContain("hush");
  }

  private List<Tag> tags() {
    return registry.getMeters().stream()
        .map(Meter::getId)
        .flatMap(id -> id.getTags().stream())
        .toList();
  }

  @Test
  void a_registry_that_throws_breaks_no_call() {
    provider.answer(503, 200);
    registry
        .config()
        .meterFilter(
            new MeterFilter() {
              @Override
              public Meter.Id map(Meter.Id id) {
                throw new IllegalStateException("full");
              }
            });

    read(metrics);

    assertThat(provider.count()).isEqualTo(2);
  }

  private static Plugin plugin(Wrap wrap) {
    return new Plugin() {
      @Override
      public String name() {
        return "test";
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
}
