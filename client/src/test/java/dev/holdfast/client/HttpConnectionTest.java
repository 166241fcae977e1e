package dev.holdfast.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class HttpConnectionTest {

  @Test
  void a_connection_has_its_clients_name() {
    Client client = Client.of(MemoryApi.named("payments").build()).build();

    assertThat(new HttpConnection(client).name()).isEqualTo("payments");
  }

  @Test
  void a_timeout_is_1_millisecond_to_10_minutes() {
    Duration shortest = Duration.ofMillis(1);
    Duration longest = Duration.ofMinutes(10);
    assertThat(HttpConnection.checkedTimeout("timeout", shortest)).isEqualTo(shortest);
    assertThat(HttpConnection.checkedTimeout("timeout", longest)).isEqualTo(longest);

    assertRefused(Duration.ZERO, "0 s");
    assertRefused(Duration.ofMillis(600_001), "600001 ms");
  }

  private static void assertRefused(Duration timeout, String was) {
    assertThatThrownBy(() -> HttpConnection.checkedTimeout("timeout", timeout))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("timeout must be between 1 ms and 10 m but was " + was);
  }
}
