package dev.holdfast.server;

import dev.holdfast.delivery.Emitted;
import dev.holdfast.delivery.Engine;
import dev.holdfast.delivery.Payload;
import dev.holdfast.delivery.Store;
import java.util.Optional;

/** Emits events straight into a configuration's store, beside a server or without one. */
public final class Emitter implements AutoCloseable {
  /** A payload of more bytes is refused. */
  public static final int PAYLOAD_MAX = EventRequest.BYTES_MAX;

  private final Store store;
  private final Engine engine;

  private Emitter(Store store, Engine engine) {
    this.store = store;
    this.engine = engine;
  }

  /**
   * Opens the store.
   *
   * @param config the configuration, which tells the subscribers
   * @return the emitter
   */
  public static Emitter open(ServerConfig config) {
    Store store = HoldfastServer.openStore(config);
    return new Emitter(store, HoldfastServer.emitter(config, store));
  }

  /**
   * Emits an event.
   *
   * @param type its type
   * @param json its payload: one JSON value in UTF-8, kept byte for byte
   * @param key if there, an event emitted before under this key is returned instead; 1 to 255
   *     visible ASCII characters
   * @return what came of it
   * @throws InvalidEventException if the type, the payload or the key breaks a rule
   */
  public Emitted emit(String type, byte[] json, Optional<String> key) throws InvalidEventException {
    if (key.isPresent() && !Intake.isKey(key.get())) {
      throw new InvalidEventException("the key must be " + Intake.KEY_RULE);
    }
    try {
      Payload payload = EventRequest.payload(json);
      return engine.emit(EventRequest.checkedType(type), payload, key);
    } catch (Problem.Found e) {
      throw new InvalidEventException(e.problem().detail());
    }
  }

  @Override
  public void close() {
    store.close();
  }
}
