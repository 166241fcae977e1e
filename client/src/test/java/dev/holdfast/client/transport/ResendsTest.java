package dev.holdfast.client.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResendsTest {

  @Test
  void a_read_is_sent_once_only_where_the_limit_is_one() {
    assertThat(Resends.ofReads(Map.of(Resends.LIMIT, "1")::get)).isFalse();
    assertThat(Resends.ofReads(Map.of(Resends.LIMIT, "2")::get)).isTrue();
    assertThat(Resends.ofReads(Map.<String, String>of()::get)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "true", "TRUE"})
  void a_client_that_sends_writes_twice_is_refused(String value) {
    assertThatThrownBy(() -> Resends.ofReads(Map.of(Resends.WRITES, value)::get))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "system property jdk.httpclient.enableAllMethodRetry must not be set, because a write"
                + " would be sent twice, but was '%s'",
            value);
  }

  @Test
  void a_client_that_was_told_not_to_is_not_refused() {
    assertThat(Resends.ofReads(Map.of(Resends.WRITES, "false", Resends.LIMIT, "1")::get)).isFalse();
  }
}
