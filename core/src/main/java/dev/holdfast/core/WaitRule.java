package dev.holdfast.core;

/** How a wait that the provider asks for and the own backoff come together. */
public enum WaitRule {
  /** Wait at least as long as asked: the longer of the two. */
  LONGER_OF_BOTH,
  /** Follow what is asked, be it shorter; the backoff is not even drawn. */
  FOLLOW_ASKED
}
