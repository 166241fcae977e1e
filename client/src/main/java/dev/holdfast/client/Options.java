package dev.holdfast.client;

import dev.holdfast.client.runtime.Signal;
import dev.holdfast.core.Backoff;
import dev.holdfast.core.Durations;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The bounds of a call. Each can be set for all calls of a client or guard, and again for one call;
 * what one call leaves out stays as it is for all.
 *
 * <p>Immutable: every method returns a copy. Safe for use by many threads.
 */
public final class Options {

  /** How often a failed request is tried again where nothing else is said. */
  public static final int RETRIES = 4;

  /** How long a client's attempt may take where nothing else is said. */
  public static final Duration TIMEOUT = Duration.ofSeconds(30);

  /** The longest wait that a provider may ask for where nothing else is said. */
  public static final Duration MAX_RETRY_AFTER = Duration.ofMinutes(10);

  private static final int RETRIES_MAX = 1_000_000;
  private static final int LABEL_MAX = 200;
  private static final Duration SHORTEST = Duration.ofMillis(1);
  private static final Duration LONGEST = Duration.ofDays(366);

  private static final Options NONE = new Options(null, null, null, null, null, null, null, null);

  private final @Nullable Integer retries;
  private final @Nullable Backoff backoff;
  private final @Nullable Duration timeout;
  private final @Nullable Duration deadline;
  private final @Nullable Integer maxRequests;
  private final @Nullable Signal signal;
  private final @Nullable Duration maxRetryAfter;
  private final @Nullable String label;

  private Options(
      @Nullable Integer retries,
      @Nullable Backoff backoff,
      @Nullable Duration timeout,
      @Nullable Duration deadline,
      @Nullable Integer maxRequests,
      @Nullable Signal signal,
      @Nullable Duration maxRetryAfter,
      @Nullable String label) {
    this.retries = retries;
    this.backoff = backoff;
    this.timeout = timeout;
    this.deadline = deadline;
    this.maxRequests = maxRequests;
    this.signal = signal;
    this.maxRetryAfter = maxRetryAfter;
    this.label = label;
  }

  /**
   * Options that say nothing yet.
   *
   * @return no option set
   */
  public static Options none() {
    return NONE;
  }

  /**
   * How often a failed request is tried again. The backoff stays full jitter, or as it was set.
   *
   * @param max 0 to 1,000,000; 0 sends once. Default: {@value #RETRIES}
   * @return a copy
   * @throws IllegalArgumentException if it is out of its range
   */
  public Options retries(int max) {
    return new Options(
        within("retries", max, 0, RETRIES_MAX),
        backoff,
        timeout,
        deadline,
        maxRequests,
        signal,
        maxRetryAfter,
        label);
  }

  /**
   * How often a failed request is tried again, and after which waits. A provider's {@code
   * Retry-After} still wins where it is longer.
   *
   * @param max 0 to 1,000,000
   * @param waits the wait before each retry; to build on the default, call {@link
   *     dev.holdfast.core.FullJitter#FOR_CALLS}. One that throws or returns a negative wait fails
   *     the call with an {@link IllegalStateException}
   * @return a copy
   * @throws IllegalArgumentException if max is out of its range
   */
  public Options retries(int max, Backoff waits) {
    Objects.requireNonNull(waits, "backoff");
    return new Options(
        within("retries", max, 0, RETRIES_MAX),
        waits,
        timeout,
        deadline,
        maxRequests,
        signal,
        maxRetryAfter,
        label);
  }

  /**
   * How long one attempt may take, headers and body. It starts afresh for each attempt.
   *
   * @param time 1 ms to 366 days. Default: 30 s for a client, none for a guard
   * @return a copy
   * @throws IllegalArgumentException if it is out of its range
   */
  public Options timeout(Duration time) {
    return new Options(
        retries,
        backoff,
        within("timeout", time),
        deadline,
        maxRequests,
        signal,
        maxRetryAfter,
        label);
  }

  /**
   * How long the whole call may take: attempts, waits, and waiting for the rate budget. It is
   * looked at before each wait, and does not cut an attempt in flight.
   *
   * @param time 1 ms to 366 days. Default: none
   * @return a copy
   * @throws IllegalArgumentException if it is out of its range
   */
  public Options deadline(Duration time) {
    return new Options(
        retries,
        backoff,
        timeout,
        within("deadline", time),
        maxRequests,
        signal,
        maxRetryAfter,
        label);
  }

  /**
   * Takes away a deadline that was set for all calls.
   *
   * @return a copy
   */
  public Options noDeadline() {
    return new Options(
        retries, backoff, timeout, Durations.LONGEST, maxRequests, signal, maxRetryAfter, label);
  }

  /**
   * How many requests one call may send, retries included; the pages of a walk and the records of a
   * getMany count together.
   *
   * @param max at least 1. Default: no bound
   * @return a copy
   * @throws IllegalArgumentException if it is below 1
   */
  public Options maxRequests(int max) {
    return new Options(
        retries,
        backoff,
        timeout,
        deadline,
        within("maxRequests", max, 1, Integer.MAX_VALUE),
        signal,
        maxRetryAfter,
        label);
  }

  /**
   * What cancels the call from outside: at once, in flight or in a wait.
   *
   * @param cancels the signal; one that has fired sends nothing. Default: none
   * @return a copy
   */
  public Options signal(Signal cancels) {
    Objects.requireNonNull(cancels, "signal");
    return new Options(
        retries, backoff, timeout, deadline, maxRequests, cancels, maxRetryAfter, label);
  }

  /**
   * The longest wait that a provider may ask for: a longer one ends the call at once. Looked at
   * only where there is no deadline, which bounds the wait otherwise.
   *
   * @param time 1 ms to 366 days. Default: 10 minutes
   * @return a copy
   * @throws IllegalArgumentException if it is out of its range
   */
  public Options maxRetryAfter(Duration time) {
    return new Options(
        retries,
        backoff,
        timeout,
        deadline,
        maxRequests,
        signal,
        within("maxRetryAfter", time),
        label);
  }

  /**
   * Says who calls, for plugins that keep a record of it. No provider sees it.
   *
   * @param who such as a user or a job; at most 200 characters, no secret
   * @return a copy
   * @throws IllegalArgumentException if it is longer
   */
  public Options label(String who) {
    if (who.length() > LABEL_MAX) {
      throw new IllegalArgumentException(
          "label must have at most " + LABEL_MAX + " characters but had " + who.length());
    }
    return new Options(
        retries, backoff, timeout, deadline, maxRequests, signal, maxRetryAfter, who);
  }

  /** What one call says, and for the rest what all calls say. */
  Options over(Options all) {
    if (this == NONE) {
      return all;
    }
    return new Options(
        retries != null ? retries : all.retries,
        backoff != null ? backoff : all.backoff,
        timeout != null ? timeout : all.timeout,
        deadline != null ? deadline : all.deadline,
        maxRequests != null ? maxRequests : all.maxRequests,
        signal != null ? signal : all.signal,
        maxRetryAfter != null ? maxRetryAfter : all.maxRetryAfter,
        label != null ? label : all.label);
  }

  int retriesOr(int otherwise) {
    return retries != null ? retries : otherwise;
  }

  Optional<Backoff> backoff() {
    return Optional.ofNullable(backoff);
  }

  Optional<Duration> timeout() {
    return Optional.ofNullable(timeout);
  }

  Duration deadlineOr(Duration otherwise) {
    return deadline != null ? deadline : otherwise;
  }

  int maxRequestsOr(int otherwise) {
    return maxRequests != null ? maxRequests : otherwise;
  }

  Optional<Signal> signal() {
    return Optional.ofNullable(signal);
  }

  String labelOr(String otherwise) {
    return label != null ? label : otherwise;
  }

  Duration maxRetryAfterOr(Duration otherwise) {
    return maxRetryAfter != null ? maxRetryAfter : otherwise;
  }

  /** The nearest that an option of time may be. */
  static Duration within(Duration time) {
    return Durations.longer(SHORTEST, Durations.shorter(time, LONGEST));
  }

  private static int within(String name, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          name + " must be between " + least + " and " + most + " but was " + value);
    }
    return value;
  }

  private static Duration within(String name, Duration value) {
    Objects.requireNonNull(value, name);
    if (value.compareTo(SHORTEST) < 0 || value.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "%s must be between %s and %s but was %s"
              .formatted(
                  name, Durations.text(SHORTEST), Durations.text(LONGEST), Durations.text(value)));
    }
    return value;
  }
}
