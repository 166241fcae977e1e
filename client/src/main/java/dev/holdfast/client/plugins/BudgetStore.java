package dev.holdfast.client.plugins;

import java.time.Duration;

/**
 * Counts requests by key, for a budget: for one process, or in a database for all. Used by many
 * threads at once.
 */
public interface BudgetStore {

  /**
   * Takes one where there is one left, as one step that no other thread or process comes between.
   *
   * @param key at most 200 characters
   * @param limit how many there are, 1 or more
   * @param ttl how long the count is of use at least: the store may forget it afterwards
   * @return whether one was taken; a count at its limit does not change
   */
  boolean take(String key, long limit, Duration ttl);

  /**
   * Tells how many were taken.
   *
   * @param key at most 200 characters
   * @return zero or more
   */
  long taken(String key);

  /**
   * Gives all back.
   *
   * @param key at most 200 characters
   */
  void reset(String key);
}
