package dev.holdfast.testing.plugins;

import static dev.holdfast.testing.plugins.Crm.READ;
import static dev.holdfast.testing.plugins.Plugs.error;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.client.CallError;
import dev.holdfast.client.Client;
import dev.holdfast.client.Options;
import dev.holdfast.client.plugins.Budget;
import dev.holdfast.client.plugins.BudgetStore;
import dev.holdfast.client.plugins.MemoryBudgets;
import dev.holdfast.core.ErrorCode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BudgetTest {
  private static final Duration DAY = Duration.ofDays(1);

  private final Crm crm = new Crm();
  private final MemoryBudgets store = MemoryBudgets.of(crm.time);

  private static void read(Client client) {
    client.call(READ, Object.class);
  }

  @Test
  void the_last_request_is_sent_and_the_next_is_refused_without_being_sent() {
    crm.json("{}");
    Client client = crm.client(Budget.of(2, DAY, store));
    read(client);
    read(client);

    CallError error = error(() -> read(client));

    assertThat(crm.provider.count()).isEqualTo(2);
    assertThat(error.code()).isEqualTo(ErrorCode.RATE_LIMITED);
    assertThat(error.message())
        .isEqualTo(
            "The budget of 2 request(s) per 1 d to crm is used up until 2026-12-02T00:00:00Z");
    assertThat(error.retryAfter()).contains(Duration.ofHours(1));
    assertThat(error.status()).isEmpty();
    assertThat(error.permanent()).isFalse();
    assertThat(error.attempts()).isZero();
  }

  @Test
  void a_refusal_slows_nobody_down_and_is_not_tried_again() {
    crm.json("{}");
    Client client = crm.builder(Budget.of(1, DAY, store)).options(Options.none()).build();
    read(client);

    error(() -> read(client));

    assertThat(crm.time.waits()).isEmpty();
  }

  @Test
  void a_new_period_begins_at_midnight_and_not_a_millisecond_earlier() {
    crm.json("{}");
    Client client = crm.client(Budget.of(1, DAY, store));
    read(client);

    crm.time.advance(Duration.ofHours(1).minusMillis(1));
    assertThat(error(() -> read(client)).retryAfter()).contains(Duration.ofMillis(1));

    crm.time.advance(Duration.ofMillis(1));
    read(client);
    assertThat(crm.provider.count()).isEqualTo(2);
  }

  @Test
  void periods_before_1970_are_aligned_too() {
    crm.json("{}");
    crm.time.setWallClock(Instant.parse("1969-12-31T23:59:59.999Z"));
    Client client = crm.client(Budget.of(1, DAY, store));
    read(client);

    assertThat(error(() -> read(client)).message()).endsWith("until 1970-01-01T00:00:00Z");
  }

  @Test
  void retries_are_counted_and_the_refusal_of_one_ends_the_call() {
    crm.provider.answer(503);
    Client client = crm.builder(Budget.of(3, DAY, store)).options(Options.none()).build();

    CallError error = error(() -> read(client));

    assertThat(crm.provider.count()).isEqualTo(3);
    assertThat(error.message()).startsWith("The budget of 3 request(s)");
    assertThat(error.attempts()).isEqualTo(3);
    assertThat(error.status()).isEmpty();
  }

  @Test
  void workspaces_are_counted_apart_unless_a_name_joins_them() {
    crm.json("{}");
    Budget apart = Budget.of(1, DAY, store);
    Budget joined = apart.name("plan");
    read(crm.builder(apart).workspace("a").build());
    read(crm.builder(apart).workspace("b").build());
    read(crm.builder(joined).workspace("a").build());

    assertThat(error(() -> read(crm.builder(joined).workspace("b").build())).code())
        .isEqualTo(ErrorCode.RATE_LIMITED);
  }

  @Test
  void names_split_the_counts_of_one_client() {
    crm.json("{}");
    Budget reports = Budget.of(1, DAY, store).name("reports");
    Budget pages = Budget.of(1, DAY, store).name("pages");

    read(crm.client(reports));
    read(crm.client(pages));

    assertThat(crm.provider.count()).isEqualTo(2);
  }

  @Test
  void budgets_of_several_periods_hold_together() {
    crm.json("{}");
    Client client =
        crm.client(Budget.of(2, DAY, store), Budget.of(1, Duration.ofSeconds(1), store));
    read(client);

    assertThat(error(() -> read(client)).message()).contains("per 1 s to crm");
  }

  @Test
  void what_is_left_is_told_and_can_be_given_back() {
    crm.json("{}");
    Budget budget = Budget.of(2, DAY, store);
    Client a = crm.builder(budget).workspace("a").build();
    Client b = crm.builder(budget).workspace("b").build();
    assertThat(budget.left()).isEmpty();
    read(a);
    assertThat(budget.left()).hasValue(1);
    read(a);
    read(b);
    assertThat(budget.left()).hasValue(0);

    budget.reset();

    assertThat(budget.left()).hasValue(2);
    read(a);
    crm.time.advance(DAY);
    assertThat(budget.left()).hasValue(2);
  }

  @Test
  void a_store_that_throws_fails_the_call_as_it_is_and_nothing_is_sent() {
    crm.json("{}");
    BudgetStore broken =
        new BudgetStore() {
          @Override
          public boolean take(String key, long limit, Duration ttl) {
            throw new IllegalStateException("no disk");
          }

          @Override
          public long taken(String key) {
            return 0;
          }

          @Override
          public void reset(String key) {}
        };

    assertThatThrownBy(() -> read(crm.client(Budget.of(1, DAY, broken))))
        .isExactlyInstanceOf(IllegalStateException.class)
        .hasMessage("no disk");
    assertThat(crm.provider.count()).isZero();
  }

  @Test
  void keys_hold_no_label_and_stay_short() {
    List<String> keys = new ArrayList<>();
    BudgetStore listing =
        new BudgetStore() {
          @Override
          public boolean take(String key, long limit, Duration ttl) {
            keys.add(key);
            assertThat(ttl).isBetween(Duration.ofHours(1), Duration.ofHours(2));
            return true;
          }

          @Override
          public long taken(String key) {
            return 0;
          }

          @Override
          public void reset(String key) {}
        };
    crm.json("{}");

    read(crm.builder(Budget.of(1, DAY, listing)).workspace("tenant".repeat(99)).build());

    assertThat(keys).singleElement().asString().hasSizeLessThan(200).doesNotContain("tenant");
  }

  @Test
  void numbers_out_of_their_range_are_refused_on_both_sides() {
    Budget.of(1, Duration.ofSeconds(1), store);
    Budget.of(Long.MAX_VALUE, Duration.ofDays(366), store);

    assertThatThrownBy(() -> Budget.of(0, DAY, store))
        .hasMessage("requests of a budget must be at least 1 but was 0");
    assertThatThrownBy(() -> Budget.of(1, Duration.ofMillis(999), store))
        .hasMessage("period of a budget must be between 1 s and 366 d but was 999 ms");
    assertThatThrownBy(() -> Budget.of(1, Duration.ofDays(366).plusMillis(1), store))
        .hasMessageContaining("between 1 s and 366 d");
  }
}
