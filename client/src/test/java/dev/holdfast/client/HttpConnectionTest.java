package dev.holdfast.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.core.CallEnding.Answered;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpConnectionTest {
  private static final Transport TRANSPORT = (request, timeout) -> new Answered(200);
  private static final Duration TIMEOUT = Duration.ofSeconds(1);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ftp://host/| must start with http:// or https:// but did not",
        "host:9000| must start with http:// or https:// but did not",
        "/payments| must start with http:// or https:// but did not",
        "http:host| must have a host that URLs allow but had none",
        "http:///payments| must have a host that URLs allow but had none",
        "http://my_host/| must have a host that URLs allow but had none",
        "http://host:0/| must have a port between 1 and 65535 but had 0",
        "http://host:65536/| must have a port between 1 and 65535 but had 65536",
        "http://host/?| must not have a query but had one",
        "http://host/?key=hush| must not have a query but had one",
        "http://host/#hush| must not have a fragment but had one",
        "http://me:hush@host/| must not have user info but had some; credentials belong in a header",
        "http://me:hush@my_host/| must not have user info but had some; credentials belong in a header",
        "http://me:hush hush@host/| must be written as URLs are but was not: Illegal character in authority",
      })
  void a_bad_base_url_is_refused_by_connection_and_rule(String url, String rule) {
    assertThatThrownBy(() -> new HttpConnection("payments", url, TIMEOUT, TRANSPORT))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("base URL of connection payments " + rule.strip())
        .hasMessageNotContaining("hush")
        .hasNoCause();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://host",
        "HTTPS://host:65535/",
        "http://host:1/api/v1",
        "http://[::1]:9000",
        "http://127.0.0.1"
      })
  void a_good_base_url_is_taken(String url) {
    assertThat(new HttpConnection("payments", url, TIMEOUT, TRANSPORT).name())
        .isEqualTo("payments");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "a b", "-a", "a\nb", "é"})
  void a_bad_name_is_refused(String name) {
    assertThatThrownBy(() -> new HttpConnection(name, "http://host", TIMEOUT, TRANSPORT))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("connection name must be 1 to 64 letters, digits");
  }

  @Test
  void a_name_may_have_64_characters_and_not_65() {
    new HttpConnection("n".repeat(64), "http://host", TIMEOUT, TRANSPORT);

    assertThatThrownBy(() -> new HttpConnection("n".repeat(65), "http://host", TIMEOUT, TRANSPORT))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void a_timeout_is_1_millisecond_to_10_minutes() {
    new HttpConnection("payments", "http://host", Duration.ofMillis(1), TRANSPORT);
    new HttpConnection("payments", "http://host", Duration.ofMinutes(10), TRANSPORT);

    assertRefused(Duration.ZERO, "0 s");
    assertRefused(Duration.ofMillis(600_001), "600001 ms");
  }

  private static void assertRefused(Duration timeout, String was) {
    assertThatThrownBy(() -> new HttpConnection("payments", "http://host", timeout, TRANSPORT))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("timeout of connection payments must be between 1 ms and 10 m but was " + was);
  }
}
