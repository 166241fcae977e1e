package dev.holdfast.cli.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScriptTest {

  @Test
  void phases_follow_each_other_and_the_last_may_have_no_end() {
    assertThat(Script.parse("ok 5s, refuse 500ms ,hang 2m, fail 10 s,limit 1h, ok"))
        .containsExactly(
            lasting(Behaviour.OK, Duration.ofSeconds(5)),
            lasting(Behaviour.REFUSE, Duration.ofMillis(500)),
            lasting(Behaviour.HANG, Duration.ofMinutes(2)),
            lasting(Behaviour.FAIL, Duration.ofSeconds(10)),
            lasting(Behaviour.LIMIT, Duration.ofHours(1)),
            Phase.of(Behaviour.OK));
  }

  @Test
  void the_last_phase_may_end_too() {
    assertThat(Script.parse("hang 1ms"))
        .containsExactly(lasting(Behaviour.HANG, Duration.ofMillis(1)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "''| phase 1 must be one of ok, refuse, hang, fail, limit but was \"\"",
        "ok 5s,| phase 2 must be one of ok, refuse, hang, fail, limit but was \"\"",
        "ok 5s, rfuse 10s, ok| phase 2 must be one of ok, refuse, hang, fail, limit but was \"rfuse\"",
        "OK| phase 1 must be one of ok, refuse, hang, fail, limit but was \"OK\"",
        "ok, fail| phase 1 (ok) must have a duration, as only the last phase may go without, but had none",
        "ok 5s, hang 10| phase 2 (hang) must have a duration such as 5s, 500ms or 2m but had \"10\"",
        "ok -5s| phase 1 (ok) must have a duration such as 5s, 500ms or 2m but had \"-5s\"",
        "ok 5s fail| phase 1 (ok) must have a duration such as 5s, 500ms or 2m but had \"5s fail\"",
        "ok 0s| phase 1 (ok) must last between 1 ms and 7 d but had \"0s\"",
        "ok 8d| phase 1 (ok) must last between 1 ms and 7 d but had \"8d\"",
      })
  void a_mistake_is_told_by_phase_rule_and_value(String script, String message) {
    assertThatThrownBy(() -> Script.parse(script))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message.strip());
  }

  @Test
  void a_mistake_is_told_in_one_short_line() {
    assertThatThrownBy(() -> Script.parse("a\u001b[2J" + "x".repeat(100)))
        .hasMessageEndingWith(" but was \"a\\u001b[2J" + "x".repeat(29) + "…\"");
  }

  @Test
  void a_week_is_the_longest_phase() {
    assertThat(Script.parse("ok 7d")).containsExactly(lasting(Behaviour.OK, Duration.ofDays(7)));
  }

  private static Phase lasting(Behaviour behaviour, Duration time) {
    return new Phase(behaviour, Optional.of(time));
  }
}
