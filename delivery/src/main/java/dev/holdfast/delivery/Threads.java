package dev.holdfast.delivery;

import java.time.Duration;

/** How the engine gets its threads, and how they wait. */
public interface Threads {

  /**
   * Starts an attempt on a thread of its own.
   *
   * @param name the thread's name
   * @param attempt what to run
   * @return a handle that interrupts it
   */
  Task start(String name, Runnable attempt);

  /**
   * Starts one of the engine's few long-lived loops.
   *
   * @param name the thread's name
   * @param loop what to run; it ends by itself when told to
   * @return a handle to wait for its end
   */
  Task startLoop(String name, Runnable loop);

  /**
   * Makes something to wait on.
   *
   * @return a signal, not raised
   */
  Signal signal();

  /** A running task. */
  interface Task {

    /** Interrupts it, if it still runs. */
    void interrupt();

    /**
     * Waits for its end.
     *
     * @param atMost how long
     * @return whether it has ended
     */
    boolean join(Duration atMost);
  }

  /** Wakes one waiting loop; raised while nobody waits, it is remembered once. */
  interface Signal {

    /** Raises it. */
    void raise();

    /**
     * Waits until it is raised, and takes it down.
     *
     * @param atMost how long
     */
    void await(Duration atMost);
  }
}
