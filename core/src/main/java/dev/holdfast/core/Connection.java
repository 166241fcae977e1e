package dev.holdfast.core;

/**
 * A named provider that actions call through.
 *
 * <p>It hands an action a client and reports to the attempt's {@link CallScope} how each call
 * through that client ended. Safe for use by many threads.
 *
 * @param <C> what an action calls the provider with
 */
public interface Connection<C> {

  /**
   * The connection's name, as configuration, breakers and listings show it.
   *
   * @return the name
   */
  String name();

  /**
   * Opens a client for one attempt.
   *
   * @param scope the attempt that the client's calls belong to
   * @return the client, valid until the attempt ends
   */
  C within(CallScope scope);
}
