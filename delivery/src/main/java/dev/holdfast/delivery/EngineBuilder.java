package dev.holdfast.delivery;

import dev.holdfast.core.BreakerPolicy;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** Puts an {@link Engine} together. Not safe for many threads. */
public final class EngineBuilder {
  private final Store store;
  private final Map<String, Subscriber> subscribers = new LinkedHashMap<>();
  private final Map<String, BreakerPolicy> breakers = new LinkedHashMap<>();
  private EngineOptions options = EngineOptions.DEFAULT;
  private EngineRuntime runtime = SystemRuntime.create();
  private AlertListener listener = new LoggedAlerts();

  EngineBuilder(Store store) {
    this.store = store;
  }

  /**
   * Adds a subscriber.
   *
   * @param subscriber the subscriber; its name must be new
   * @return this
   * @throws IllegalArgumentException if there is one of that name
   */
  public EngineBuilder subscriber(Subscriber subscriber) {
    if (subscribers.putIfAbsent(subscriber.name(), subscriber) != null) {
      throw new IllegalArgumentException(
          "subscriber names must be unique but " + subscriber.name() + " was declared twice");
    }
    return this;
  }

  /**
   * Sets when a connection's breaker opens; {@link BreakerPolicy#DEFAULT} where nothing is set.
   *
   * @param connection the connection's name
   * @param policy its breaker's policy
   * @return this
   */
  public EngineBuilder breaker(String connection, BreakerPolicy policy) {
    breakers.put(connection, policy);
    return this;
  }

  /**
   * Sets how the engine works; {@link EngineOptions#DEFAULT} where nothing is set.
   *
   * @param options the options
   * @return this
   */
  public EngineBuilder options(EngineOptions options) {
    this.options = options;
    return this;
  }

  /**
   * Sets where time, chance, ids and threads come from; {@link SystemRuntime#create} where nothing
   * is set.
   *
   * @param runtime the runtime
   * @return this
   */
  public EngineBuilder runtime(EngineRuntime runtime) {
    this.runtime = runtime;
    return this;
  }

  /**
   * Sets who is told of alerts; {@link LoggedAlerts} where nothing is set.
   *
   * @param listener the listener
   * @return this
   */
  public EngineBuilder alerts(AlertListener listener) {
    this.listener = listener;
    return this;
  }

  /**
   * Makes the engine, not started. The store is asked for its time.
   *
   * @return the engine
   */
  public Engine build() {
    EngineContext context =
        new EngineContext(
            store,
            new StoreClock(store, runtime.ticker()),
            new Running(),
            new TakeOvers(runtime.ticker()),
            options,
            Collections.unmodifiableMap(new LinkedHashMap<>(subscribers)));
    return new Engine(context, runtime, breakers, listener);
  }
}
