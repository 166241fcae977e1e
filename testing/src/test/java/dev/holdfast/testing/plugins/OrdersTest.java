package dev.holdfast.testing.plugins;

import static dev.holdfast.testing.plugins.Crm.READ;
import static dev.holdfast.testing.plugins.Plugs.error;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.client.Client;
import dev.holdfast.client.Plugin;
import dev.holdfast.client.Result;
import dev.holdfast.client.plugins.Alert;
import dev.holdfast.client.plugins.Alerts;
import dev.holdfast.client.plugins.Audit;
import dev.holdfast.client.plugins.AuditRecord;
import dev.holdfast.client.plugins.Budget;
import dev.holdfast.client.plugins.Failover;
import dev.holdfast.client.plugins.MemoryBudgets;
import dev.holdfast.client.plugins.Redact;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the order of plugins changes, and what it doesn't. */
class OrdersTest {
  private static final Duration DAY = Duration.ofDays(1);

  private final Crm crm = new Crm();
  private final FakeStore store = new FakeStore();
  private final Failover failover = Failover.in(store);
  private final List<AuditRecord> outside = new ArrayList<>();
  private final List<AuditRecord> inside = new ArrayList<>();
  private final List<Alert> told = new ArrayList<>();

  private Result<Object> upAndThenDown(Plugin... plugins) {
    crm.json("{\"email\": \"a@b\", \"balance\": 101}").provider.answer(503);
    Client client = crm.client(plugins);
    client.call(READ, Object.class);
    return client.call(READ, Object.class);
  }

  private List<String> stored() {
    return store.entries.values().stream().map(each -> new String(each.json(), UTF_8)).toList();
  }

  @Test
  void a_budget_inside_failover_refuses_a_read_which_is_not_covered() {
    crm.json("{}");
    Client client = crm.client(failover, Budget.of(1, DAY, MemoryBudgets.create()));
    client.call(READ, Object.class);

    assertThat(error(() -> client.call(READ, Object.class)).message()).startsWith("The budget of");
    assertThat(crm.provider.count()).isEqualTo(1);
  }

  @Test
  void a_budget_outside_failover_counts_and_refuses_all_the_same() {
    crm.json("{}");
    Client client = crm.client(Budget.of(1, DAY, MemoryBudgets.create()), failover);
    client.call(READ, Object.class);

    assertThat(error(() -> client.call(READ, Object.class)).message()).startsWith("The budget of");
    assertThat(crm.provider.count()).isEqualTo(1);
  }

  @Test
  void audit_sees_a_stale_answer_outside_failover_and_the_failure_inside() {
    assertThat(
            upAndThenDown(Audit.to(outside::add), failover, Audit.to(inside::add)).meta().stale())
        .isTrue();

    assertThat(outside).extracting(each -> each.outcome().text()).contains("success", "stale");
    assertThat(outside.getLast().failure()).isEmpty();
    assertThat(outside.getLast().stale()).isTrue();
    assertThat(inside.getLast().status()).hasValue(503);
    assertThat(inside.getLast().stale()).isFalse();
    assertThat(outside).extracting(AuditRecord::requests).containsExactly(1, 1);
  }

  @Test
  void alerts_see_stale_records_outside_failover_and_the_failure_inside() {
    Plugin big =
        Alerts.onRecords(
            "big",
            found -> found instanceof Map<?, ?> map && map.get("balance") instanceof Integer,
            told::add);
    Plugin down =
        Alerts.onOutcomes("down", outcome -> !outcome.text().equals("success"), told::add);

    upAndThenDown(big, failover, down);

    assertThat(told).extracting(Alert::name).containsExactly("big", "down", "big");
    assertThat(told).extracting(Alert::stale).containsExactly(false, false, true);
  }

  @Test
  void redact_outside_failover_masks_what_is_stored_unmasked() {
    Result<Object> stale = upAndThenDown(Redact.fields("email"), failover);

    assertThat(stale.value()).isEqualTo(Map.of("email", "***", "balance", 101));
    assertThat(stale.meta().stale()).isTrue();
    assertThat(stored()).containsExactly("{\"email\": \"a@b\", \"balance\": 101}");
  }

  @Test
  void redact_inside_failover_masks_what_is_stored_too() {
    Result<Object> stale = upAndThenDown(failover, Redact.fields("email"));

    assertThat(stale.value()).isEqualTo(Map.of("email", "***", "balance", 101));
    assertThat(stored()).containsExactly("{\"email\": \"***\", \"balance\": 101}");
  }

  @Test
  void alerts_inside_redact_see_what_the_caller_does_not() {
    Plugin any = Alerts.onRecords("any", found -> true, told::add);
    crm.json("{\"email\": \"a@b\"}");

    crm.client(any, Redact.fields("email"), any).call(READ, Object.class);

    assertThat(told)
        .extracting(each -> each.found().orElseThrow().toString())
        .containsExactly("{email=a@b}", "{email=***}");
  }
}
