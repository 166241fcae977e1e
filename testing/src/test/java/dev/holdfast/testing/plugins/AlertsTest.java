package dev.holdfast.testing.plugins;

import static dev.holdfast.testing.plugins.Crm.READ;
import static dev.holdfast.testing.plugins.Plugs.error;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.client.Client;
import dev.holdfast.client.Operation;
import dev.holdfast.client.Plugin;
import dev.holdfast.client.plugins.Alert;
import dev.holdfast.client.plugins.Alerts;
import dev.holdfast.client.plugins.Outcome;
import dev.holdfast.core.ErrorCode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AlertsTest {
  private static final Operation LIST = Operation.get("/contacts");

  private final Crm crm = new Crm();
  private final List<Alert> told = new ArrayList<>();
  private final Plugin big =
      Alerts.onRecords(
          "big balance",
          found ->
              found instanceof Map<?, ?> map
                  && map.get("balance") instanceof Integer balance
                  && balance > 100,
          told::add);
  private final Plugin down =
      Alerts.onOutcomes(
          "down",
          outcome ->
              outcome instanceof Outcome.Failed failed
                  && failed.error().code() == ErrorCode.PROVIDER,
          told::add);

  @Test
  void a_record_that_is_waited_for_is_told_on_whichever_page_it_lies() {
    crm.json("{\"items\": [{\"balance\": 100}, {\"balance\": 101}], \"next\": \"b\"}")
        .json("{\"items\": [{\"balance\": 500}]}");

    crm.builder(big).workspace("tenant-7").build().listAll(LIST, Object.class);

    assertThat(told)
        .extracting(Alert::found)
        .containsExactly(Optional.of(Map.of("balance", 101)), Optional.of(Map.of("balance", 500)));
    Alert first = told.getFirst();
    assertThat(first.workspace()).isEqualTo("tenant-7");
    assertThat(first.at()).isEqualTo(Instant.parse("2026-12-01T23:00:00Z"));
    assertThat(first.toString())
        .isEqualTo("Alert[big balance: crm GET /contacts success, 2026-12-01T23:00:00Z]");
  }

  record Balance(int balance) {}

  @Test
  void one_thing_that_is_looked_up_is_a_record_whatever_type_it_is_read_as() {
    crm.json("{\"balance\": 101}");

    crm.client(big).call(READ, Balance.class);

    assertThat(told).extracting(Alert::operation).containsExactly("GET /contacts/{}");
  }

  @Test
  void a_failure_that_is_waited_for_is_told_and_passes() {
    crm.provider.answer(404, 503);
    Client client = crm.client(down);

    error(() -> client.call(READ, Object.class));
    assertThat(told).isEmpty();

    error(() -> client.call(READ, Object.class));
    assertThat(told).hasSize(1);
    assertThat(told.getFirst().found()).isEmpty();
    assertThat(told.getFirst().toString()).startsWith("Alert[down: crm GET /contacts/{} provider");
  }

  @Test
  void a_predicate_that_throws_breaks_nothing_and_the_next_record_is_looked_at() {
    crm.json("{\"items\": [{\"balance\": 1}, {}, {\"balance\": 3}]}");
    Plugin careless =
        Alerts.onRecords(
            "careless",
            found ->
                found instanceof Map<?, ?> map
                    && Integer.valueOf(3).hashCode() == map.get("balance").hashCode(),
            told::add);

    assertThat(crm.client(careless).listAll(LIST, Object.class).value()).hasSize(3);
    assertThat(told).hasSize(1);
  }

  @Test
  void a_listener_that_throws_breaks_nothing_and_hides_no_failure() {
    crm.json("{}").provider.answer(503);
    Client client =
        crm.client(
            Alerts.onOutcomes(
                "mail",
                outcome -> true,
                alert -> {
                  throw new IllegalStateException("no mail server");
                }));

    client.call(READ, Object.class);

    assertThat(error(() -> client.call(READ, Object.class)).message())
        .isEqualTo("crm responded 503");
  }

  @Test
  void what_is_no_error_of_a_client_is_an_outcome_too() {
    Plugin broken =
        Plugs.plugin((operation, next, info) -> {
          throw new IllegalStateException("hush");
        });
    Plugin any = Alerts.onOutcomes("any", outcome -> true, told::add);

    assertThatThrownBy(() -> crm.client(any, broken).call(READ, Object.class)).hasMessage("hush");
    assertThat(told.toString()).contains("exception").doesNotContain("hush");
  }
}
