package dev.holdfast.delivery;

import dev.holdfast.core.Connection;
import java.time.Duration;

/** One run of a delivery's action, as the action sees it. */
public interface Attempt {

  /**
   * The delivery's id: the same on every attempt, so that a provider recognises a repeat.
   *
   * @return the id
   */
  String deliveryId();

  /**
   * What is left of the run's time.
   *
   * @return the time left, zero when it is over
   */
  Duration timeLeft();

  /**
   * Opens a client of a connection for this attempt. A connection that the subscriber does not
   * declare is refused: the attempt fails as {@code invalid}, and the log names both.
   *
   * @param connection a connection that the subscriber declares
   * @param <C> what the provider is called with
   * @return the client, valid until the action returns
   */
  <C> C client(Connection<C> connection);
}
