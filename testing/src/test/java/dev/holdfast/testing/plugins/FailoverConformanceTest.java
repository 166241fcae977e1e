package dev.holdfast.testing.plugins;

import static dev.holdfast.testing.plugins.Vendor.START;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.client.CallError;
import dev.holdfast.client.CallException;
import dev.holdfast.client.Client;
import dev.holdfast.client.Meta;
import dev.holdfast.client.Plugin;
import dev.holdfast.client.plugins.Failover;
import dev.holdfast.core.ErrorCode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Every case of {@code conformance/failover.json}, through a client. */
class FailoverConformanceTest {
  private static final Set<String> KNOWN =
      Set.of(
          "code",
          "status",
          "permanent",
          "aborted",
          "timedOut",
          "storedAgeMs",
          "maxAgeMs",
          "served",
          "why");

  private static JsonNode cases() throws IOException {
    return JsonMapper.shared()
        .readTree(Path.of("../conformance/failover.json").toFile())
        .get("cases");
  }

  @TestFactory
  Stream<DynamicTest> every_case_ends_as_written() throws IOException {
    return cases()
        .valueStream()
        .map(each -> DynamicTest.dynamicTest(each.toString(), () -> check(each)));
  }

  @Test
  void every_error_is_among_the_cases_served_or_not() throws IOException {
    Set<String> seen = new TreeSet<>();
    cases().forEach(each -> seen.add(each.get("code").stringValue()));

    assertThat(seen)
        .containsExactlyInAnyOrderElementsOf(
            Stream.of(ErrorCode.values()).map(ErrorCode::text).toList());
    assertThat(cases().valueStream().filter(each -> each.get("served").booleanValue()))
        .isNotEmpty();
  }

  private static void check(JsonNode test) {
    assertThat(KNOWN).containsAll(test.propertyNames());
    Vendor vendor = new Vendor().serves("/a", "[7]");
    CallError error = error(test);
    boolean[] fails = {false};
    Plugin failing =
        Plugs.plugin((operation, next, info) -> {
          if (fails[0]) {
            throw new CallException(error);
          }
          return next.proceed(operation);
        });
    Failover failover =
        Failover.in(vendor.store).maxAge(Duration.ofMillis(test.get("maxAgeMs").longValue()));
    Client client = vendor.client(failover, failing);
    if (!test.get("storedAgeMs").isNull()) {
      client.get("/a", int[].class);
      vendor.time.advance(Duration.ofMillis(test.get("storedAgeMs").longValue()));
    }
    fails[0] = true;

    if (test.get("served").booleanValue()) {
      var served = client.get("/a", int[].class);
      assertThat(served.value()).containsExactly(7);
      assertThat(served.meta()).isEqualTo(new Meta(0, Duration.ZERO, START, true));
    } else {
      assertThat(Plugs.error(() -> client.get("/a", int[].class))).isSameAs(error);
    }
  }

  private static CallError error(JsonNode test) {
    ErrorCode code =
        Stream.of(ErrorCode.values())
            .filter(each -> each.text().equals(test.get("code").stringValue()))
            .findFirst()
            .orElseThrow();
    CallError.Builder error =
        CallError.of(code, "example", "the case's failure")
            .aborted(test.get("aborted").booleanValue())
            .timedOut(test.get("timedOut").booleanValue())
            .permanent(test.path("permanent").booleanValue(false));
    return (test.get("status").isNull() ? error : error.status(test.get("status").intValue()))
        .build();
  }
}
