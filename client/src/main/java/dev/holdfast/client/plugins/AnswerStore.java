package dev.holdfast.client.plugins;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Keeps answers by key, for failover and cache. One store can serve both, and any number of
 * clients. Used by many threads at once.
 *
 * <p>What a method throws, the read fails with; a store of your own that shall never fail a read
 * catches it itself.
 */
public interface AnswerStore {

  /**
   * Finds an answer.
   *
   * @param key at most 100 visible ASCII characters
   * @return the answer that was set last; null where there is none, or its time has passed
   */
  @Nullable StoredAnswer get(String key);

  /**
   * Keeps an answer in the place of the one before.
   *
   * @param key at most 100 visible ASCII characters
   * @param answer the answer
   * @param ttl for how long it is of use: the store may drop it afterwards
   */
  void set(String key, StoredAnswer answer, Duration ttl);

  /**
   * Forgets an answer. Does nothing where there is none.
   *
   * @param key at most 100 visible ASCII characters
   */
  void delete(String key);
}
