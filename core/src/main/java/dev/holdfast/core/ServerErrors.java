package dev.holdfast.core;

/**
 * What a 5xx or 408 answer means for a write that is not safe to repeat, set per connection. A 503
 * always means that nothing was done.
 */
public enum ServerErrors {
  /** The write may have been carried out: {@link FailureKind#OUTCOME_UNKNOWN}. The default. */
  MAY_HAVE_ACTED,
  /** This provider fails before it acts: {@link FailureKind#UNAVAILABLE}. */
  NEVER_ACTED
}
