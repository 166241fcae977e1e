package dev.holdfast.client;

import java.time.Duration;

/**
 * What a call would send.
 *
 * @param least how many requests, where each succeeds at once
 * @param most how many requests, where each is tried again as often as the bounds allow
 * @param throttled how long the first would wait for the rate budget if it were sent now
 */
public record Estimate(long least, long most, Duration throttled) {

  static Estimate of(Plan plan, long operations, Duration throttled) {
    long most = operations * plan.policy().maxAttempts();
    long cap = plan.bounds().maxRequests();
    return new Estimate(Math.min(operations, cap), Math.min(most, cap), throttled);
  }
}
