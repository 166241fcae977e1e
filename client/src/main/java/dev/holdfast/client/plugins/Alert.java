package dev.holdfast.client.plugins;

import java.time.Instant;
import java.util.Optional;

/**
 * Something that somebody wanted to be told.
 *
 * @param name what the alert is called
 * @param provider whose operation it was
 * @param workspace whose data it was about; empty where the client has no label
 * @param operation the HTTP method and the path without its ids, such as {@code GET /contacts/{}}
 * @param at when it was noticed
 * @param outcome what the operation came to
 * @param found the record that was looked for, as the codec reads {@code Object}; empty where the
 *     outcome was. It is payload
 */
public record Alert(
    String name,
    String provider,
    String workspace,
    String operation,
    Instant at,
    Outcome outcome,
    Optional<Object> found) {

  /**
   * Whether it is about a stored answer, given in the place of a failure.
   *
   * @return as {@link Outcome#stale}
   */
  public boolean stale() {
    return outcome.stale();
  }

  /**
   * Tells what can do no harm in a log.
   *
   * @return all but the record
   */
  @Override
  public String toString() {
    return "Alert[%s: %s %s %s, %s]".formatted(name, provider, operation, outcome.text(), at);
  }
}
