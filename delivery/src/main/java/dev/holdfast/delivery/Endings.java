package dev.holdfast.delivery;

import dev.holdfast.core.AfterAttempt;
import dev.holdfast.core.AttemptEnding;
import dev.holdfast.core.DeliveryPolicy;
import dev.holdfast.core.FailureKind;
import dev.holdfast.core.Spent;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** From how an attempt ended to what becomes of its delivery, by the core's decision. */
final class Endings {
  private final RandomGenerator random;

  Endings(RandomGenerator random) {
    this.random = random;
  }

  Settlement failed(
      Claimed claimed,
      DeliveryPolicy policy,
      Failure failure,
      Optional<Duration> retryAfter,
      Instant now) {
    FailureKind kind = failure.kind();
    AttemptEnding ending =
        retryAfter.isPresent()
            ? new AttemptEnding.FailedRetryAfter(kind, retryAfter.get())
            : new AttemptEnding.Failed(kind);
    AfterAttempt after =
        policy.afterAttempt(spent(claimed, claimed.attempts(), now), ending, random.nextDouble());
    return switch (after) {
      case AfterAttempt.Succeed succeed -> new Settlement.Succeeded();
      case AfterAttempt.Retry retry -> new Settlement.Retry(now.plus(retry.delay()), failure);
      case AfterAttempt.Fail fail -> new Settlement.Failed(failure);
      case AfterAttempt.Park park -> new Settlement.Parked(failure);
    };
  }

  static Spent spent(Claimed claimed, int attempts, Instant now) {
    Duration since = Duration.between(claimed.startedAt(), now);
    return new Spent(attempts, since.isNegative() ? Duration.ZERO : since, claimed.held());
  }
}
