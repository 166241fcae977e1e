package dev.holdfast.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.HeldTime.Outage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

class HeldTimeTest {

  static Stream<Arguments> cases() {
    return Conformance.cases("held-time.json", "cases", "name");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void adds_up_as_the_conformance_file_says(String name, JsonNode each) {
    List<Outage> outages = new ArrayList<>();
    for (JsonNode outage : each.get("outages")) {
      outages.add(new Outage(second(outage.get(0).asLong()), second(outage.get(1).asLong())));
    }

    Duration held =
        HeldTime.between(
            second(each.get("dueAt").asLong()), second(each.get("claimedAt").asLong()), outages);

    assertThat(held).isEqualTo(Duration.ofSeconds(each.get("heldFor").asLong()));
  }

  private static Instant second(long second) {
    return Instant.ofEpochSecond(second);
  }

  @Test
  void is_the_number_of_seconds_that_any_outage_covers() {
    Trials.check(source -> {
      long due = source.below(50);
      long claimed = due + source.below(50);
      List<Outage> outages = new ArrayList<>();
      for (int left = source.below(5); left > 0; left--) {
        long opened = source.below(100);
        outages.add(new Outage(second(opened), second(opened + source.below(60))));
      }

      Duration held = HeldTime.between(second(due), second(claimed), outages);

      long covered = 0;
      for (long s = due; s < claimed; s++) {
        Instant instant = second(s);
        if (outages.stream()
            .anyMatch(o -> !instant.isBefore(o.openedAt()) && instant.isBefore(o.endedAt()))) {
          covered++;
        }
      }
      assertThat(held).isEqualTo(Duration.ofSeconds(covered));
    });
  }
}
