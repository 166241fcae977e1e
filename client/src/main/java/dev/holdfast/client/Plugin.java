package dev.holdfast.client;

/**
 * Wraps every operation of a client, once per call and not per attempt: it may answer by itself,
 * fail, change what passes, or look on.
 *
 * <p>A walk is one operation for each page. Plugins lie outside in, in the order in which the
 * client was given them. Used by many threads at once.
 */
public interface Plugin {

  /**
   * Its name, by which messages blame it.
   *
   * @return such as {@code failover}
   */
  String name();

  /**
   * Wraps one operation.
   *
   * @param operation what is asked for
   * @param next what lies inside: to be called once, or not at all
   * @param info whose call it is
   * @return what it came to
   * @throws CallException where the call fails; a plugin may make one of its own
   */
  Response wrap(Operation operation, Next next, CallInfo info);

  /** What lies inside a plugin: the plugins after it, and at last the attempts. */
  @FunctionalInterface
  interface Next {

    /**
     * Goes on.
     *
     * @param operation what is asked for, changed or not
     * @return what it came to
     * @throws CallException where the call fails
     */
    Response proceed(Operation operation);
  }

  /**
   * Whose call it is.
   *
   * @param provider the provider's name
   * @param workspace the client's label for whose data it is; empty where it has none
   * @param codec reads and writes bodies
   */
  record CallInfo(String provider, String workspace, JsonCodec codec) {}
}
