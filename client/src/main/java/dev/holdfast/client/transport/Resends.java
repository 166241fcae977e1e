package dev.holdfast.client.transport;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What the JDK's client, by the system's properties, sends again without being asked. */
final class Resends {

  /** How often an exchange may begin, 5 where it is not set: only 1 ends all resends. */
  static final String LIMIT = "jdk.httpclient.redirects.retrylimit";

  /** Has writes sent again too. */
  static final String WRITES = "jdk.httpclient.enableAllMethodRetry";

  private Resends() {}

  /**
   * Tells whether a GET or HEAD may be sent twice.
   *
   * @param properties the system's
   * @throws IllegalStateException if the client would send writes twice
   */
  static boolean ofReads(Function<String, @Nullable String> properties) {
    String writes = properties.apply(WRITES);
    // As the client reads it: an empty value switches it on.
    if (writes != null && (writes.isEmpty() || Boolean.parseBoolean(writes))) {
      throw new IllegalStateException(
          "system property %s must not be set, because a write would be sent twice, but was '%s'"
              .formatted(WRITES, writes));
    }
    return !"1".equals(properties.apply(LIMIT));
  }
}
