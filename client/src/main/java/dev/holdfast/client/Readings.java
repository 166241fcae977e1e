package dev.holdfast.client;

import dev.holdfast.client.transport.Headers;
import dev.holdfast.client.transport.Reply;
import dev.holdfast.core.CallEnding;
import dev.holdfast.core.CallOutcome;
import dev.holdfast.core.Durations;
import dev.holdfast.core.ErrorCode;
import dev.holdfast.core.OperationKind;
import dev.holdfast.core.RetryAfter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads replies: what failed, in words, and whether another attempt could mend it.
 *
 * @param provider whose replies these are
 */
record Readings(Provider provider) {
  private static final byte[] NOTHING = {};

  /** Why an answer is a failure, or null where it is none. */
  @Nullable FailedAttempt failure(Operation operation, Reply.Answer answer) {
    Meaning meaning = provider.adapter().meaning(operation, answer, provider.codec());
    return switch (meaning) {
      case Meaning.Success success -> null;
      case Meaning.Failure failure ->
          responded(answer.status(), failure, asked(answer).orElse(null)).answered(answer.body());
    };
  }

  FailedAttempt failure(Operation operation, Reply.Bodiless answer, long timeoutMillis) {
    return switch (meaning(operation, answer)) {
      case Meaning.Failure failure ->
          responded(answer.status(), failure, header(answer.headers()).orElse(null));
      case Meaning.Success success -> bodiless(operation.kind(), answer, timeoutMillis);
    };
  }

  /** What its status says: of a success only that it is one, as its body is not there. */
  private Meaning meaning(Operation operation, Reply.Bodiless answer) {
    Meaning byStatus = Meaning.of(answer.status(), operation.kind());
    return byStatus instanceof Meaning.Success
        ? byStatus
        : provider
            .adapter()
            .meaning(
                operation,
                new Reply.Answer(answer.status(), answer.headers(), NOTHING),
                provider.codec());
  }

  /** The provider did it, but its answer is lost: only a read can be asked for again. */
  private FailedAttempt bodiless(OperationKind kind, Reply.Bodiless answer, long timeoutMillis) {
    CallEnding ending = new CallEnding.Answered(answer.status());
    if (answer.flaw() == Reply.Flaw.CANCELLED) {
      return FailedAttempt.of(
          Errors.aborted(provider.name(), CallEnding.Sent.ANSWERED, 0), ending, false, "");
    }
    boolean timedOut = answer.flaw() == Reply.Flaw.TIMED_OUT;
    CallError.Builder error =
        timedOut
            ? Errors.noAnswer(provider.name(), timeoutMillis)
            : provider(
                provider.name()
                    + " responded "
                    + answer.status()
                    + " with a body that was "
                    + answer.flaw().text());
    boolean passing = timedOut || answer.flaw() == Reply.Flaw.BROKEN;
    return FailedAttempt.of(
        error.status(answer.status()).build(), ending, passing && kind == OperationKind.READ, "");
  }

  FailedAttempt failure(Operation operation, Reply.Unanswered none, long timeoutMillis) {
    boolean retryable =
        Meanings.of(none.ending(), operation.kind()) instanceof Meaning.Failure failure
            && failure.next() == CallOutcome.Next.RETRY;
    CallError.Builder error =
        switch (none.ending()) {
          case CallEnding.TimedOut() -> Errors.noAnswer(provider.name(), timeoutMillis);
          case CallEnding.Refused() ->
              CallError.of(
                      ErrorCode.INVALID,
                      provider.name(),
                      "The request to " + provider.name() + " is none that HTTP allows")
                  .permanent(true);
          case CallEnding.Cancelled cancelled ->
              Errors.aborted(provider.name(), cancelled.sent(), 0).copy();
          case CallEnding.Capped() -> Errors.budget(provider.name(), 0);
          case CallEnding.NeverLeft() -> unreachable();
          case CallEnding.Broken() -> unreachable();
          // No such replies can be made.
          case CallEnding.Answered answered -> unreachable();
          case CallEnding.AnsweredRetryAfter answered -> unreachable();
        };
    return FailedAttempt.of(
        error.sent(none.ending().sent()).build(), none.ending(), retryable, none.cause());
  }

  /** A body that should be JSON, and is not or does not fit. */
  FailedAttempt unreadable(int status, JsonCodec.JsonException why) {
    String text = provider.name() + " responded " + status + " with a body that is ";
    return FailedAttempt.of(
        provider(text + why.getMessage()).status(status).build(),
        new CallEnding.Answered(status),
        false,
        "");
  }

  private FailedAttempt responded(int status, Meaning.Failure failure, @Nullable Duration asked) {
    CallError error =
        CallError.of(failure.code(), provider.name(), responded(status, failure.code()))
            .status(status)
            .permanent(failure.next() == CallOutcome.Next.PERMANENT)
            .retryAfter(asked)
            .build();
    CallEnding ending =
        asked == null
            ? new CallEnding.Answered(status)
            : new CallEnding.AnsweredRetryAfter(status, asked);
    return FailedAttempt.of(error, ending, failure.next() == CallOutcome.Next.RETRY, "");
  }

  private String responded(int status, ErrorCode code) {
    String text = provider.name() + " responded " + status;
    // Its body says what its status hides.
    return status < 300 ? text + " with " + code.text() : text;
  }

  private CallError.Builder unreachable() {
    return provider(provider.name() + " could not be reached");
  }

  private CallError.Builder provider(String message) {
    return CallError.of(ErrorCode.PROVIDER, provider.name(), message);
  }

  private Optional<Duration> asked(Reply.Answer answer) {
    Optional<Duration> body = provider.adapter().retryAfter(answer, provider.codec());
    Optional<Duration> header = header(answer.headers());
    return header.isPresent() && body.isPresent()
        ? Optional.of(Durations.longer(header.get(), body.get()))
        : header.or(() -> body);
  }

  private Optional<Duration> header(Headers headers) {
    List<String> lines = headers.all("Retry-After");
    if (lines.isEmpty()) {
      return Optional.empty();
    }
    String asked = String.join(", ", lines);
    Instant now = provider.loop().runtime().clock().instant();
    return headers
        .first("Date")
        .map(date -> RetryAfter.read(asked, date, now))
        .orElseGet(() -> RetryAfter.read(asked, now));
  }
}
