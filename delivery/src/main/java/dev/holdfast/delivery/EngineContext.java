package dev.holdfast.delivery;

import java.util.List;
import java.util.Map;

/** What the parts of one engine share. */
record EngineContext(
    Store store,
    StoreClock clock,
    Running running,
    TakeOvers takeOvers,
    EngineOptions options,
    Map<String, Subscriber> subscribers) {

  List<Lane> lanes() {
    return subscribers.values().stream().map(Subscriber::lane).toList();
  }

  Subscriber subscriber(String name) {
    Subscriber subscriber = subscribers.get(name);
    if (subscriber == null) {
      throw new IllegalStateException("there is no subscriber " + name);
    }
    return subscriber;
  }
}
