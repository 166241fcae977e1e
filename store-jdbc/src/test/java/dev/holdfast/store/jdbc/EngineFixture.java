package dev.holdfast.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.BreakerPolicy;
import dev.holdfast.core.DeliveryPolicy;
import dev.holdfast.core.FullJitter;
import dev.holdfast.core.OperationKind;
import dev.holdfast.core.RetryBudget;
import dev.holdfast.delivery.Action;
import dev.holdfast.delivery.Alert;
import dev.holdfast.delivery.ClaimRequest;
import dev.holdfast.delivery.ClaimRequest.LaneShare;
import dev.holdfast.delivery.Claimed;
import dev.holdfast.delivery.DeliveryView;
import dev.holdfast.delivery.Engine;
import dev.holdfast.delivery.EngineBuilder;
import dev.holdfast.delivery.Payload;
import dev.holdfast.delivery.Subscriber;
import dev.holdfast.testing.EngineDriver;
import dev.holdfast.testing.VirtualRuntime;
import dev.holdfast.testing.VirtualTime;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** The engine on virtual time and a real SQLite file. */
abstract class EngineFixture {
  private static final DeliveryPolicy THREE_DAYS =
      new DeliveryPolicy(new RetryBudget(20, Duration.ofDays(3)), FullJitter.FOR_DELIVERIES);

  @TempDir private Path folder;
  protected final VirtualTime time = VirtualTime.create();
  protected final FakeProvider payments = new FakeProvider("payments");
  protected final FakeProvider mail = new FakeProvider("mail");
  protected final List<Alert> alerts = new ArrayList<>();
  protected SqliteStore store;
  protected Engine engine;
  protected EngineDriver driver;

  @BeforeEach
  void openStore() {
    store = SqliteStore.open(folder.resolve("holdfast.db"), time);
    start(subscriber("record_payment", "Paid", payments, OperationKind.KEYED_WRITE));
  }

  @AfterEach
  void closeStore() {
    store.close();
  }

  protected static Subscriber subscriber(
      String name, String type, FakeProvider provider, OperationKind operation) {
    return subscriber(name, type, provider, provider.calling(operation));
  }

  protected static Subscriber subscriber(
      String name, String type, FakeProvider provider, Action action) {
    return new Subscriber(name, type, List.of(provider.name()), THREE_DAYS, action);
  }

  protected final void start(Subscriber... subscribers) {
    EngineBuilder builder =
        Engine.in(store)
            .runtime(VirtualRuntime.create(time, 42))
            .breaker("payments", BreakerPolicy.DEFAULT)
            .alerts(alerts::add);
    for (Subscriber subscriber : subscribers) {
      builder.subscriber(subscriber);
    }
    engine = builder.build();
    driver = new EngineDriver(engine, time);
  }

  protected void emit(String type) {
    engine.emit(type, Payload.of("{}"), Optional.empty());
  }

  protected List<DeliveryView> deliveries() {
    return store.deliveries(store.holding(engine.lanes()), Optional.empty(), 10_000, engine.now());
  }

  protected DeliveryView only() {
    assertThat(deliveries()).hasSize(1);
    return deliveries().getFirst();
  }

  protected void advance(Duration by, Duration step) {
    driver.advance(by, step);
  }

  /** What a worker that is lost with its claim leaves behind. */
  protected Claimed claimAndBeLost() {
    return store
        .claim(
            new ClaimRequest(
                engine.lanes().stream().map(lane -> new LaneShare(lane, 1)).toList(),
                1,
                Duration.ofMinutes(2),
                Optional.of(Set.of()),
                InstantSource.fixed(engine.now())))
        .deliveries()
        .getFirst();
  }
}
