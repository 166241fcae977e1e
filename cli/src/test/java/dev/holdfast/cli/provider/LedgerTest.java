package dev.holdfast.cli.provider;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class LedgerTest {
  private final Ledger ledger = new Ledger();

  @Test
  void a_key_seen_answered_makes_a_repeat_and_one_seen_failed_does_not() {
    take(Behaviour.FAIL, "k1");
    take(Behaviour.HANG, "k1");
    take(Behaviour.OK, "k1");
    take(Behaviour.OK, "k2");
    take(Behaviour.OK, "k1");
    take(Behaviour.FAIL, "k1");

    assertThat(ledger.received().stream().map(Received::repeatOf))
        .containsExactly(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.of(3),
            Optional.of(3));
    assertThat(ledger.summary())
        .isEqualTo("requests received: 6, distinct keys answered: 2, repeats: 2");
  }

  @Test
  void requests_without_a_key_are_never_repeats() {
    ledger.take(Behaviour.OK, "POST", "/", Optional.empty(), "");
    ledger.take(Behaviour.OK, "POST", "/", Optional.empty(), "");

    assertThat(ledger.summary())
        .isEqualTo("requests received: 2, distinct keys answered: 0, repeats: 0");
  }

  @Test
  void the_oldest_are_forgotten_and_the_counts_go_on() {
    for (int i = 0; i < Ledger.KEPT_MAX; i++) {
      take(Behaviour.OK, "k" + i);
    }
    assertThat(take(Behaviour.FAIL, "k0").repeatOf()).contains(1);
    take(Behaviour.OK, "one more");

    assertThat(take(Behaviour.OK, "k0").repeatOf()).isEmpty();
    assertThat(ledger.received()).hasSize(Ledger.KEPT_MAX);
    assertThat(ledger.summary())
        .isEqualTo("requests received: 10003, distinct keys answered: 10002, repeats: 1");
  }

  @Test
  void a_request_is_shown_in_one_line() {
    take(Behaviour.OK, "k1");
    Received repeat =
        ledger.take(
            Behaviour.FAIL, "POST", "/payments", Optional.of("k1"), "{\n" + "x".repeat(200));
    Received bare = ledger.take(Behaviour.HANG, "GET", "/", Optional.empty(), "");

    assertThat(repeat.text())
        .isEqualTo("#2 503 POST /payments key k1 {\\n" + "x".repeat(96) + "… repeat of #1");
    assertThat(bare.text()).isEqualTo("#3 no answer GET / key none");
  }

  private Received take(Behaviour answer, String key) {
    return ledger.take(answer, "POST", "/payments", Optional.of(key), "{}");
  }
}
