package dev.holdfast.client;

import dev.holdfast.core.CallEnding;
import dev.holdfast.core.RetryAfter;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.ResponseInfo;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The answer to one request: kept as soon as its headers are there, its body thrown away. */
final class Answer implements BodyHandler<Long> {
  private final InstantSource clock;
  private volatile @Nullable CallEnding seen;

  Answer(InstantSource clock) {
    this.clock = clock;
  }

  Optional<CallEnding> seen() {
    return Optional.ofNullable(seen);
  }

  @Override
  public BodySubscriber<Long> apply(ResponseInfo info) {
    int status = info.statusCode();
    seen = new CallEnding.Answered(status);
    retryAfter(info.headers())
        .ifPresent(wait -> seen = new CallEnding.AnsweredRetryAfter(status, wait));
    return new Discard();
  }

  private Optional<Duration> retryAfter(HttpHeaders headers) {
    String asked = String.join(", ", headers.allValues("Retry-After"));
    Instant now = clock.instant();
    return headers
        .firstValue("Date")
        .map(date -> RetryAfter.read(asked, date, now))
        .orElseGet(() -> RetryAfter.read(asked, now));
  }
}
