package dev.holdfast.client.plugins;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Keeps answers by key, for failover and cache. One store can serve both, and any number of
 * clients. Used by many threads at once.
 *
 * <p>What a method throws, the read fails with; a store of your own that shall never fail a read
 * catches it itself.
 *
 * <p>Body and continuation come back as they were, and {@link StoredAnswer#fetchedAt} to the
 * millisecond at least, never later than it was. No caller ever sees parts of two answers. Keys
 * that differ in case are two.
 */
public interface AnswerStore {

  /**
   * Finds an answer.
   *
   * @param key at most 100 visible ASCII characters
   * @return the answer that was set last; null where there is none, or its time has passed: at its
   *     end it is there, a millisecond later it isn't
   */
  @Nullable StoredAnswer get(String key);

  /**
   * Keeps an answer in the place of the one before.
   *
   * @param key at most 100 visible ASCII characters
   * @param answer the answer
   * @param ttl for how long it is of use, counted from now, 1 ms to 366 days: the store may drop it
   *     afterwards
   */
  void set(String key, StoredAnswer answer, Duration ttl);

  /**
   * Forgets an answer. Does nothing where there is none.
   *
   * @param key at most 100 visible ASCII characters
   */
  void delete(String key);
}
