package dev.holdfast.client;

import java.time.Duration;
import java.time.Instant;

/**
 * How an answer came about.
 *
 * @param requests how many requests the call sent for it, retries included
 * @param throttled how long it waited for the rate budget, apart from the waits before retries
 * @param fetchedAt when the request that was answered was sent
 * @param stale whether it is an earlier answer, given in the place of one that failed
 */
public record Meta(int requests, Duration throttled, Instant fetchedAt, boolean stale) {}
