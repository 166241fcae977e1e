package dev.holdfast.testing.plugins;

import static dev.holdfast.testing.plugins.Crm.READ;
import static dev.holdfast.testing.plugins.Plugs.error;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.client.Client;
import dev.holdfast.client.Operation;
import dev.holdfast.client.Options;
import dev.holdfast.client.Plugin;
import dev.holdfast.client.plugins.Audit;
import dev.holdfast.client.plugins.AuditRecord;
import dev.holdfast.client.plugins.Outcome;
import dev.holdfast.client.runtime.Signal;
import dev.holdfast.core.ErrorCode;
import dev.holdfast.core.OperationKind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AuditTest {
  private final Crm crm = new Crm();
  private final List<AuditRecord> kept = new ArrayList<>();
  private final Audit audit = Audit.to(kept::add);

  @Test
  void an_answer_is_kept_with_who_asked_for_it_and_what_it_cost() {
    crm.provider.answer(503).hang();
    crm.json("{}");
    Client client =
        crm.builder(audit)
            .workspace("tenant-7")
            .options(Options.none().timeout(Duration.ofSeconds(2)))
            .build();

    client.call(
        READ.with("key", "hush").header("X-Key", "hush"),
        Object.class,
        Options.none().label("nightly"));

    // Half a second and one of backoff, and two of timeout.
    assertThat(kept).hasSize(1);
    AuditRecord record = kept.getFirst();
    assertThat(record)
        .isEqualTo(
            new AuditRecord(
                Instant.parse("2026-12-01T23:00:00Z"),
                "nightly",
                "crm",
                "tenant-7",
                OperationKind.READ,
                "GET",
                "/contacts/7",
                record.outcome(),
                3,
                Duration.ofMillis(3500)));
    assertThat(record.outcome().text()).isEqualTo("success");
    assertThat(record.failure()).isEmpty();
    assertThat(record.toString()).doesNotContain("hush");
  }

  @Test
  void a_failure_is_kept_with_its_error() {
    crm.provider.answer(404, Map.of(), "hush");

    error(() -> crm.client(audit).call(READ, Object.class));

    AuditRecord record = kept.getFirst();
    assertThat(record.outcome())
        .isInstanceOfSatisfying(
            Outcome.Failed.class,
            failed -> assertThat(failed.error().code()).isEqualTo(ErrorCode.NOT_FOUND));
    assertThat(record.failure()).contains("NotFound");
    assertThat(record.status()).hasValue(404);
    assertThat(record.outcome().text()).isEqualTo("not_found");
    assertThat(record.requests()).isEqualTo(1);
    assertThat(record.toString()).doesNotContain("hush");
  }

  @Test
  void a_call_that_was_cancelled_before_it_began_is_kept_without_a_request() {
    Signal fired = Signal.create();
    fired.fire();

    error(() -> crm.client(audit).call(READ, Object.class, Options.none().signal(fired)));

    assertThat(kept.getFirst().requests()).isZero();
    assertThat(kept.getFirst().failure()).contains("Provider");
  }

  @Test
  void what_else_is_thrown_is_kept_by_the_name_of_its_class() {
    Plugin store =
        Plugs.plugin((operation, next, info) -> {
          throw new IllegalStateException("hush");
        });

    assertThatThrownBy(() -> crm.client(audit, store).call(READ, Object.class)).hasMessage("hush");

    assertThat(kept.getFirst().outcome())
        .isEqualTo(new Outcome.Broke("java.lang.IllegalStateException"));
    assertThat(kept.getFirst().failure()).contains("java.lang.IllegalStateException");
    assertThat(kept.getFirst().status()).isEmpty();
    assertThat(kept.getFirst().outcome().text()).isEqualTo("exception");
  }

  @Test
  void an_error_of_the_machine_is_kept_too_and_passes() {
    Plugin broken =
        Plugs.plugin((operation, next, info) -> {
          throw new NoClassDefFoundError("codec");
        });

    assertThatThrownBy(() -> crm.client(audit, broken).call(READ, Object.class))
        .isInstanceOf(NoClassDefFoundError.class);
    assertThat(kept).hasSize(1);
  }

  @Test
  void a_log_that_throws_breaks_no_call_and_hides_no_failure() {
    crm.json("1").json("no json");
    Client client =
        crm.client(
            Audit.to(record -> {
              throw new IllegalStateException("no disk");
            }),
            Audit.to(record -> {
              throw new NoClassDefFoundError("driver");
            }));

    assertThat(client.call(READ, Integer.class).value()).isEqualTo(1);
    assertThat(error(() -> client.call(READ, Integer.class)).message())
        .startsWith("crm responded 200");
  }

  @Test
  void each_page_of_a_walk_is_kept_with_its_own_cost() {
    crm.json("{\"items\": [1], \"next\": \"b\"}").provider.answer(503);
    crm.json("{\"items\": [2]}");
    Client client = crm.builder(audit).options(Options.none()).build();

    client.listAll(Operation.get("/contacts"), Integer.class);

    assertThat(kept).extracting(AuditRecord::requests).containsExactly(1, 2);
  }

  @Test
  void a_query_that_stands_in_the_path_is_not_kept() {
    crm.json("{}");

    crm.client(audit).call(Operation.get("/contacts?key=hush"), Object.class);

    assertThat(kept.getFirst().path()).isEqualTo("/contacts");
  }
}
