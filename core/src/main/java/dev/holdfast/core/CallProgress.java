package dev.holdfast.core;

import java.time.Duration;

/**
 * How far a call has come when an attempt has failed.
 *
 * @param attempts attempts made so far, the failed one included
 * @param requests requests sent so far by all of the call
 * @param elapsed time since the call began
 * @param cancelled whether it was cancelled from outside
 */
public record CallProgress(int attempts, int requests, Duration elapsed, boolean cancelled) {}
