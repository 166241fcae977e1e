package dev.holdfast.testing.plugins;

import static dev.holdfast.testing.plugins.Vendor.START;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.holdfast.client.Client;
import dev.holdfast.client.Operation;
import dev.holdfast.client.Options;
import dev.holdfast.client.plugins.Failover;
import dev.holdfast.client.plugins.StoredAnswer;
import dev.holdfast.client.runtime.ClientRuntime;
import dev.holdfast.client.runtime.Signal;
import dev.holdfast.client.runtime.SystemRuntime;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A store that throws, hangs or lies never makes a wrong or unmarked answer. */
@Timeout(30)
class FailoverStoreTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final Vendor vendor =
      new Vendor().serves("/a", "{\"n\": 1}").serves("/list", "{\"items\": [1]}");
  private final Client client = vendor.client(Failover.in(vendor.store));

  record Numbered(int n) {}

  private void read() {
    assertThat(client.get("/a", Numbered.class).value()).isEqualTo(new Numbered(1));
  }

  private void vendorsErrorPasses() {
    assertThat(Plugs.failure(() -> client.get("/a", Numbered.class)))
        .hasMessage("example responded 503");
  }

  @Test
  void the_read_fails_with_what_set_throws() {
    IllegalStateException broken = new IllegalStateException("disk full");
    vendor.store.beforeSet = () -> raise(broken);

    assertThat(catchThrowable(() -> client.get("/a", Numbered.class))).isSameAs(broken);
  }

  @Test
  void the_read_fails_with_what_get_throws_and_the_vendors_error_is_attached() {
    IllegalStateException broken = new IllegalStateException("no connection");
    read();
    vendor.store.beforeGet = () -> raise(broken);
    vendor.down(503);

    assertThat(catchThrowable(() -> client.get("/a", Numbered.class)))
        .isSameAs(broken)
        .satisfies(e ->
            assertThat(e.getSuppressed())
                .singleElement()
                .hasToString("dev.holdfast.client.CallException: example responded 503"));
  }

  @Test
  void a_checked_exception_comes_through_as_it_is() {
    IOException broken = new IOException("gone");
    vendor.store.beforeSet = () -> raise(broken);

    assertThat(catchThrowable(() -> client.get("/a", Numbered.class))).isSameAs(broken);
  }

  @Test
  void a_store_that_throws_too_late_is_only_late() {
    vendor.store.beforeSet =
        () -> {
          vendor.time.advance(SECOND.plusNanos(1));
          raise(new IllegalStateException("late"));
        };

    read();
  }

  @Test
  void a_store_that_answers_at_the_end_of_its_time_is_heard_and_a_nanosecond_later_is_not() {
    read();
    vendor.down(503);
    vendor.store.beforeGet = () -> vendor.time.advance(SECOND);
    assertThat(client.get("/a", Numbered.class).meta().stale()).isTrue();

    vendor.store.beforeGet = () -> vendor.time.advance(SECOND.plusNanos(1));
    vendorsErrorPasses();
  }

  @Test
  void the_time_that_a_store_has_can_be_set() {
    read();
    vendor.down(503);
    vendor.store.beforeGet = () -> vendor.time.advance(SECOND.multipliedBy(2));
    Client patient = vendor.client(Failover.in(vendor.store).storeTimeout(SECOND.multipliedBy(2)));

    vendorsErrorPasses();
    assertThat(patient.get("/a", Numbered.class).meta().stale()).isTrue();
  }

  @Test
  void a_store_that_never_answers_is_waited_for_a_second() {
    // Tasks that are given to this executor are never run.
    ClientRuntime stuck = with(task -> {});
    Client hanging = vendor.client(stuck, Failover.in(vendor.store));

    assertThat(hanging.get("/a", Numbered.class).value()).isEqualTo(new Numbered(1));
    assertThat(vendor.time.instant()).isEqualTo(START.plus(SECOND));
    vendor.down(503);
    assertThat(Plugs.error(() -> hanging.get("/a", Numbered.class)).status()).hasValue(503);
    assertThat(vendor.time.instant()).isEqualTo(START.plus(SECOND.multipliedBy(2)));
  }

  @Test
  void an_executor_that_refuses_is_a_store_that_does_not_answer() {
    ClientRuntime full = with(task -> raise(new RejectedExecutionException("full")));
    Client refused = vendor.client(full, Failover.in(vendor.store));

    assertThat(refused.get("/a", Numbered.class).value()).isEqualTo(new Numbered(1));
    vendor.down(503);
    assertThat(Plugs.error(() -> refused.get("/a", Numbered.class)).status()).hasValue(503);
  }

  private ClientRuntime with(Executor executor) {
    ClientRuntime own = vendor.runtime;
    return new ClientRuntime(
        own.clock(), own.ticker(), own.random(), own.timers(), own.waiters(), executor);
  }

  /** With threads: the one that hangs is interrupted, and its interrupt stays its own. */
  @Test
  void a_store_that_really_hangs_is_left_and_interrupted() throws InterruptedException {
    CountDownLatch interrupted = new CountDownLatch(2);
    Runnable hang =
        () -> {
          try {
            new CountDownLatch(1).await();
          } catch (InterruptedException e) {
            interrupted.countDown();
          }
        };
    vendor.store.beforeGet = hang;
    vendor.store.beforeSet = hang;
    Client real = vendor.client(SystemRuntime.get(), Failover.in(vendor.store));

    assertThat(real.get("/a", Numbered.class).value()).isEqualTo(new Numbered(1));
    vendor.down(503);
    assertThat(Plugs.error(() -> real.get("/a", Numbered.class)).status()).hasValue(503);

    interrupted.await();
  }

  @Test
  void a_cancel_while_the_store_hangs_lets_the_vendors_error_pass_at_once() {
    read();
    Signal signal = Signal.after(Duration.ofMillis(300), vendor.runtime);
    Options cancelled = Options.none().signal(signal);
    Client stuck = vendor.client(with(task -> {}), Failover.in(vendor.store));
    vendor.down(503);

    assertThat(Plugs.error(() -> stuck.get("/a", Numbered.class, cancelled)).status())
        .hasValue(503);
    assertThat(vendor.time.instant()).isEqualTo(START.plusMillis(300));
    assertThat(signal.listeners()).isZero();
  }

  @Test
  void a_cancel_while_the_store_hangs_returns_the_answer_at_once() {
    Options cancelled = Options.none().signal(Signal.after(Duration.ofMillis(300), vendor.runtime));
    Client stuck = vendor.client(with(task -> {}), Failover.in(vendor.store));

    assertThat(stuck.get("/a", Numbered.class, cancelled).value()).isEqualTo(new Numbered(1));
    assertThat(vendor.time.instant()).isEqualTo(START.plusMillis(300));
  }

  @Test
  void an_interrupt_while_the_store_hangs_keeps_its_flag() {
    read();
    Client stuck =
        vendor.client(with(task -> Thread.currentThread().interrupt()), Failover.in(vendor.store));
    vendor.down(503);

    assertThat(Plugs.error(() -> stuck.get("/a", Numbered.class)).status()).hasValue(503);
    assertThat(Thread.interrupted()).isTrue();

    vendor.up();
    assertThat(stuck.get("/a", Numbered.class).value()).isEqualTo(new Numbered(1));
    assertThat(Thread.interrupted()).isTrue();
    assertThat(vendor.time.instant()).isEqualTo(START);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"n\":", "no json", "[1]", "{\"n\": \"x\"}", "\u0000", "{\"n\": 1} x"})
  void an_entry_that_is_no_such_answer_counts_as_none(String garbage) {
    read();
    vendor.store.replaceAll(new StoredAnswer(garbage.getBytes(UTF_8), Optional.empty(), START));
    vendor.down(503);

    vendorsErrorPasses();
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"n\":", "{\"items\": 1}", "1", "{}", ""})
  void an_entry_that_is_no_page_counts_as_none(String garbage) {
    client.listAll(Operation.get("/list"), Integer.class);
    vendor.store.replaceAll(new StoredAnswer(garbage.getBytes(UTF_8), Optional.empty(), START));
    vendor.down(503);

    assertThat(Plugs.error(() -> client.listAll(Operation.get("/list"), Integer.class)).status())
        .hasValue(503);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-11-14T12:00:00.001Z",
        "2027-01-01T00:00:00Z",
        "+1000000000-12-31T23:59:59.999999999Z"
      })
  void an_entry_from_the_future_counts_as_none(String fetchedAt) {
    read();
    vendor.store.replaceAll(
        new StoredAnswer("{\"n\": 1}".getBytes(UTF_8), Optional.empty(), Instant.parse(fetchedAt)));
    vendor.down(503);

    vendorsErrorPasses();
  }

  @Test
  void an_entry_from_the_beginning_of_time_is_too_old() {
    read();
    vendor.store.replaceAll(
        new StoredAnswer("{\"n\": 1}".getBytes(UTF_8), Optional.empty(), Instant.MIN));
    vendor.down(503);

    vendorsErrorPasses();
  }

  @Test
  void no_entry_can_lack_a_part() {
    read();
    vendor.down(503);
    vendor.store.beforeGet = FailoverStoreTest::entryWithoutCursor;

    assertThatThrownBy(() -> client.get("/a", Numbered.class))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("cursor");
  }

  @SuppressWarnings({"NullAway", "NullOptional"}) // what a lying store may do
  private static void entryWithoutCursor() {
    assertThat(new StoredAnswer(new byte[0], null, START)).isNotNull();
  }

  @SuppressWarnings("unchecked")
  private static <X extends Throwable> void raise(Throwable thrown) throws X {
    throw (X) thrown;
  }
}
