package dev.holdfast.delivery;

/** What a subscriber does with an event. Safe for use by many threads at once. */
@FunctionalInterface
public interface Action {

  /**
   * Carries the event out. Returning means that it is done.
   *
   * @param event the event
   * @param attempt the attempt it runs in, through which providers are called
   * @throws ActionFailedException if it failed in a way that it declares
   * @throws Exception anything else is a defect: the delivery fails as {@code internal_fault}
   */
  void run(Event event, Attempt attempt) throws Exception;
}
