package dev.holdfast.client;

import java.util.concurrent.Callable;

/**
 * Something to be tried, which throws what it declares and no more: so a guarded lambda without a
 * checked exception needs no {@code try}.
 *
 * @param <T> what it returns
 * @param <X> what it throws
 */
// It may return null wherever its caller takes one.
@FunctionalInterface
public interface Task<T extends @org.jspecify.annotations.Nullable Object, X extends Exception>
    extends Callable<T> {

  /**
   * Makes one attempt.
   *
   * @return what it came to
   * @throws X if it failed
   */
  @Override
  T call() throws X;
}
