package dev.holdfast.cli.provider;

import java.time.Duration;

/** Runs tasks later. */
@FunctionalInterface
public interface Timer {

  /**
   * Runs a task once, after a delay.
   *
   * @param delay the delay
   * @param task the task
   */
  void after(Duration delay, Runnable task);
}
