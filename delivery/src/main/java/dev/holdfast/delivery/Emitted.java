package dev.holdfast.delivery;

/** What came of emitting an event. */
public sealed interface Emitted {

  /**
   * The event that is kept.
   *
   * @return this one or, where its key was used before, the first
   */
  Event event();

  /**
   * It was written, with its deliveries.
   *
   * @param event the event
   */
  record Created(Event event) implements Emitted {}

  /**
   * The same event was emitted before under the same key; nothing was written.
   *
   * @param event the first
   */
  record Repeated(Event event) implements Emitted {}

  /**
   * Another event was emitted before under the same key; nothing was written.
   *
   * @param event the first
   */
  record Conflict(Event event) implements Emitted {}
}
