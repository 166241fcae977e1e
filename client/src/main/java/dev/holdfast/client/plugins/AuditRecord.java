package dev.holdfast.client.plugins;

import dev.holdfast.core.OperationKind;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What is kept of one operation. It holds no argument, no header and no body; the path may hold
 * ids.
 *
 * @param at when it began
 * @param label who called, as the call's options say; empty where they don't
 * @param provider whom it went to
 * @param workspace whose data it was about; empty where the client has no label
 * @param kind what it did to the provider
 * @param method the HTTP method
 * @param path the path, segments filled in, without a query
 * @param outcome what it came to
 * @param requests how many requests were sent for it, retries included
 * @param duration how long it took
 */
public record AuditRecord(
    Instant at,
    String label,
    String provider,
    String workspace,
    OperationKind kind,
    String method,
    String path,
    Outcome outcome,
    int requests,
    Duration duration) {

  /**
   * What went wrong, in a word, as tables keep it.
   *
   * @return an error's code such as {@code RateLimited}, or the class of what else was thrown;
   *     empty where it was answered
   */
  public Optional<String> failure() {
    return switch (outcome) {
      case Outcome.Answered answered -> Optional.empty();
      case Outcome.Failed failed -> Optional.of(failed.error().code().text());
      case Outcome.Broke broke -> Optional.of(broke.exception());
    };
  }

  /**
   * The HTTP status of a failure.
   *
   * @return the status; empty where there was none, and where it was answered
   */
  public OptionalInt status() {
    return outcome instanceof Outcome.Failed failed ? failed.error().status() : OptionalInt.empty();
  }

  /**
   * Whether a stored answer was given in the place of a failure.
   *
   * @return as {@link Outcome#stale}
   */
  public boolean stale() {
    return outcome.stale();
  }
}
