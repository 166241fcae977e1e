package dev.holdfast.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.client.CallError;
import dev.holdfast.client.CallException;
import dev.holdfast.client.Client;
import dev.holdfast.client.Hooks;
import dev.holdfast.client.HttpApi;
import dev.holdfast.client.Options;
import dev.holdfast.client.Result;
import dev.holdfast.client.runtime.ClientRuntime;
import dev.holdfast.client.runtime.Signal;
import dev.holdfast.core.Backoff;
import dev.holdfast.core.FullJitter;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Every case of {@code conformance/calls.json}, through the client. */
class CallsConformanceTest {
  private static final Set<String> EXPECTED =
      Set.of(
          "requests",
          "waits",
          "body",
          "retryReasons",
          "code",
          "permanent",
          "timedOut",
          "aborted",
          "message",
          "status",
          "retryAfterMs");

  private static JsonNode file() throws IOException {
    return JsonMapper.shared().readTree(Path.of("../conformance/calls.json").toFile());
  }

  @TestFactory
  Stream<DynamicTest> every_case_ends_as_written() throws IOException {
    return file()
        .get("cases")
        .valueStream()
        .map(each -> DynamicTest.dynamicTest(each.get("name").stringValue(), () -> check(each)));
  }

  @Test
  void the_backoff_at_half_is_as_written() throws IOException {
    List<Long> waits = new ArrayList<>();
    for (int attempt = 1; attempt <= 8; attempt++) {
      waits.add(FullJitter.FOR_CALLS.after(attempt, 0.5).toMillis());
    }

    assertThat(waits).isEqualTo(longs(file().get("backoffAtHalf")));
  }

  private static void check(JsonNode test) {
    Call call = new Call(test);
    JsonNode expected = test.get("expect");
    assertThat(EXPECTED).containsAll(expected.propertyNames());

    call.make();

    assertThat(call.provider.count()).isEqualTo(expected.get("requests").intValue());
    assertThat(call.waits).isEqualTo(longs(expected.get("waits")));
    if (expected.has("retryReasons")) {
      assertThat(call.reasons)
          .isEqualTo(
              expected.get("retryReasons").valueStream().map(JsonNode::stringValue).toList());
    }
    if (expected.has("body")) {
      assertThat(expected.get("body").isNull()).isTrue();
      assertThat(Objects.requireNonNull(call.result).value()).isNull();
      assertThat(call.result.meta().requests()).isEqualTo(expected.get("requests").intValue());
    } else {
      error(Objects.requireNonNull(call.error), expected);
    }
  }

  private static void error(CallError error, JsonNode expected) {
    assertThat(error.code().text()).isEqualTo(expected.get("code").stringValue());
    assertThat(error.permanent())
        .isEqualTo(
            expected.get("permanent") == null
                ? error.permanent()
                : expected.get("permanent").booleanValue());
    if (expected.has("timedOut")) {
      assertThat(error.timedOut()).isEqualTo(expected.get("timedOut").booleanValue());
    }
    if (expected.has("aborted")) {
      assertThat(error.aborted()).isEqualTo(expected.get("aborted").booleanValue());
    }
    if (expected.has("message")) {
      assertThat(error.message()).isEqualTo(expected.get("message").stringValue());
    }
    if (expected.has("status")) {
      assertThat(error.status().orElse(0)).isEqualTo(expected.get("status").asInt(0));
    }
    if (expected.has("retryAfterMs")) {
      assertThat(error.retryAfter())
          .contains(Duration.ofMillis(expected.get("retryAfterMs").longValue()));
    }
  }

  private static List<Long> longs(JsonNode numbers) {
    return numbers.valueStream().map(JsonNode::longValue).toList();
  }

  /** One read, as a case describes it. */
  private static final class Call implements Hooks {
    private final VirtualTime time = VirtualTime.create();
    private final ClientRuntime runtime = VirtualRuntime.forCalls(time, () -> 0.5);
    private final ScriptedProvider provider = ScriptedProvider.on(time);
    private final List<Long> waits = new ArrayList<>();
    private final List<String> reasons = new ArrayList<>();
    private final Options options;
    private @Nullable Result<@Nullable Object> result;
    private @Nullable CallError error;

    Call(JsonNode test) {
      test.get("answers").forEach(this::answer);
      Options read = Options.none();
      for (Map.Entry<String, JsonNode> option : test.get("options").properties()) {
        read = option(read, option.getKey(), option.getValue());
      }
      this.options = read;
    }

    private void answer(JsonNode answer) {
      if (answer.isInt()) {
        provider.answer(answer.intValue());
      } else if (answer.isObject()) {
        provider.answer(
            answer.get("status").intValue(),
            Map.of("retry-after", answer.get("headers").get("retry-after").stringValue()),
            "");
      } else if (answer.stringValue().equals("hang")) {
        provider.hang();
      } else {
        assertThat(answer.stringValue()).isEqualTo("offline");
        provider.offline();
      }
    }

    private Options option(Options all, String name, JsonNode value) {
      return switch (name) {
        case "retries" ->
            value.isInt()
                ? all.retries(value.intValue())
                : all.retries(
                    value.get("max").intValue(),
                    Backoff.fixed(Duration.ofMillis(value.get("backoffMs").longValue())));
        case "timeout" -> all.timeout(Duration.ofMillis(value.longValue()));
        case "deadline" -> all.deadline(Duration.ofMillis(value.longValue()));
        case "maxRequests" -> all.maxRequests(value.intValue());
        case "cancelled" -> {
          Signal fired = Signal.create();
          fired.fire();
          yield all.signal(fired);
        }
        case "cancelAtMs" ->
            all.signal(Signal.after(Duration.ofMillis(value.longValue()), runtime));
        default -> throw new IllegalArgumentException("option is not known: " + name);
      };
    }

    void make() {
      try (Client client =
          Client.of(HttpApi.named("example").baseUrl("http://example.test").build())
              .transport(provider)
              .runtime(runtime)
              .hooks(this)
              .build()) {
        result = client.raw().get("/campaigns", options);
      } catch (CallException e) {
        error = e.error();
      }
    }

    @Override
    public void onRetry(Retrying retry) {
      waits.add(retry.delay().toMillis());
      reasons.add(retry.reason());
    }
  }
}
