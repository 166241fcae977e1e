package dev.holdfast.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class EngineOptionsTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  @Test
  void each_limit_is_checked_on_both_sides() {
    Duration hour = Duration.ofHours(1);
    assertThat(
            new EngineOptions(
                1,
                Duration.ofMillis(100),
                Duration.ofMillis(500),
                Duration.ofMillis(10),
                Duration.ofMillis(10)))
        .isNotNull();
    assertThat(new EngineOptions(10_000, hour, Duration.ofDays(1), hour, hour)).isNotNull();
    assertThatThrownBy(() -> new EngineOptions(0, SECOND, SECOND, SECOND, SECOND))
        .hasMessage("concurrency must be between 1 and 10000 but was 0");
    assertThatThrownBy(() -> new EngineOptions(10_001, SECOND, SECOND, SECOND, SECOND))
        .hasMessageContaining("but was 10001");
    assertThatThrownBy(() -> new EngineOptions(1, Duration.ofMillis(99), SECOND, SECOND, SECOND))
        .hasMessage("runLimit must be between 100 ms and 1 h but was 99 ms");
    assertThatThrownBy(() -> new EngineOptions(1, SECOND, Duration.ofMillis(499), SECOND, SECOND))
        .hasMessage("lease must be between 500 ms and 1 d but was 499 ms");
    assertThatThrownBy(() -> new EngineOptions(1, SECOND, SECOND, hour.plusMillis(1), SECOND))
        .hasMessage("poll must be between 10 ms and 1 h but was 3600001 ms");
    assertThatThrownBy(() -> new EngineOptions(1, SECOND, SECOND, SECOND, Duration.ofMillis(9)))
        .hasMessage("tick must be between 10 ms and 1 h but was 9 ms");
  }

  @Test
  void an_alert_is_logged_as_the_documented_event() {
    Instant since = Instant.parse("2026-01-01T00:00:00Z");

    assertThat(LoggedAlerts.json(new Alert.ConnectionUnavailable(3, "payments", since, 37)))
        .isEqualTo(
            "{\"event\":\"delivery.alert\",\"alert\":\"connection_unavailable\",\"outage\":3,"
                + "\"connection\":\"payments\",\"since\":\"2026-01-01T00:00:00Z\",\"held\":37}");
    assertThat(
            LoggedAlerts.json(
                new Alert.ConnectionRecovered(3, "payments", since, since.plusSeconds(60))))
        .endsWith("\"since\":\"2026-01-01T00:00:00Z\",\"until\":\"2026-01-01T00:01:00Z\"}");
  }
}
