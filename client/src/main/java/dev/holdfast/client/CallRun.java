package dev.holdfast.client;

import dev.holdfast.client.runtime.Signal;
import dev.holdfast.client.transport.Causes;
import dev.holdfast.client.transport.Reply;
import dev.holdfast.client.transport.Transport;
import dev.holdfast.core.CallEnding;
import dev.holdfast.core.CallEnding.Sent;
import dev.holdfast.core.ErrorCode;
import dev.holdfast.core.FullJitter;
import dev.holdfast.core.RetryDecision;
import dev.holdfast.core.StopReason;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One call: what it has spent, and how it ends. A walk and a getMany are one call of several
 * operations. One thread uses it.
 */
final class CallRun implements Referee {
  private static final CallEnding BROKEN = new CallEnding.Broken();

  private final Provider provider;
  private final Readings readings;
  private final Plan plan;
  private final long start;
  private final LongSupplier nanosLeft;
  private int requests;
  private long throttledNanos;
  private boolean maybeSent;
  private CallEnding ending = new CallEnding.Refused();
  // What goes on for others too, once there is one. It counts on from here.
  private @Nullable CallRun detached;
  // Of the operation under way.
  private int requestsBefore;
  private long throttledBefore;
  private int attempts;
  private @Nullable FailedAttempt last;
  private Instant sentAt = Instant.EPOCH;
  private long sentTicks;

  /**
   * Begins a call.
   *
   * @param provider what is common to all
   * @param plan its bounds
   * @param nanosLeft how long an attempt may take at most, whatever its timeout
   */
  CallRun(Provider provider, Plan plan, LongSupplier nanosLeft) {
    this(provider, plan, nanosLeft, provider.loop().runtime().ticker().nanos());
  }

  private CallRun(Provider provider, Plan plan, LongSupplier nanosLeft, long start) {
    this.provider = provider;
    this.readings = new Readings(provider);
    this.plan = plan;
    this.start = start;
    this.nanosLeft = nanosLeft;
  }

  /** The same call with another signal, to be run on another thread while this one waits. */
  CallRun detached(Signal signal) {
    CallRun run = new CallRun(provider, plan.with(signal), nanosLeft, start);
    run.requests = requests();
    run.throttledNanos = throttledNanos();
    run.begin();
    detached = run;
    return run;
  }

  /**
   * How the body of an answer is read.
   *
   * @param type as what
   * @param paged whether it is a page, which leads to others
   */
  record Ask(Class<?> type, boolean paged) {

    @Nullable Object read(byte[] body, JsonCodec codec) throws JsonCodec.JsonException {
      if (type == byte[].class) {
        return body;
      }
      return type == Void.class || body.length == 0 ? null : codec.read(body, type);
    }
  }

  /** How the call ended: its last request, or that none was sent. */
  CallEnding ending() {
    return detached == null ? ending : detached.ending();
  }

  Provider provider() {
    return provider;
  }

  Plan plan() {
    return plan;
  }

  private long ticks() {
    return provider.loop().runtime().ticker().nanos();
  }

  /** What was sent. Where another thread goes on and this one left, as far as is known. */
  int requests() {
    return detached == null ? requests : Math.max(requests, detached.requests());
  }

  Duration throttled() {
    return Duration.ofNanos(throttledNanos());
  }

  private long throttledNanos() {
    return detached == null ? throttledNanos : Math.max(throttledNanos, detached.throttledNanos());
  }

  int requestsOfOperation() {
    return requests() - requestsBefore;
  }

  Duration throttledOfOperation() {
    return Duration.ofNanos(throttledNanos() - throttledBefore);
  }

  Optional<Duration> timeLeft() {
    return plan.timed() ? Optional.of(Duration.ofNanos(nanosToDeadline())) : Optional.empty();
  }

  /** Begins the next operation of the call. */
  void begin() {
    requests = requests();
    throttledNanos = throttledNanos();
    requestsBefore = requests;
    throttledBefore = throttledNanos;
  }

  Instant now() {
    return provider.loop().runtime().clock().instant();
  }

  Response send(Operation operation, Ask ask, Plugin.@Nullable Attempts wrapped) {
    Transport.Request request = prepared(operation);
    refuseWhereSpent();
    attempts = 0;
    maybeSent = false;
    last = null;
    try {
      return provider
          .loop()
          .run(() -> attempt(operation, request, ask, wrapped), plan, start, this);
    } catch (FailedAttempt never) {
      throw new IllegalStateException("a failed attempt must not leave the loop", never);
    }
  }

  /** The story of the operation under way, once it was answered. */
  private Meta meta() {
    return new Meta(
        requests - requestsBefore,
        Duration.ofNanos(throttledNanos - throttledBefore),
        sentAt,
        false);
  }

  private Transport.Request prepared(Operation operation) {
    ending = new CallEnding.Refused();
    try {
      if (operation.idempotencyKey().isPresent() && !provider.adapter().honoursIdempotencyKeys()) {
        throw new UnsupportedOperationException(provider.name() + " takes no idempotency keys");
      }
      return provider.adapter().request(operation, provider.codec());
    } catch (IllegalArgumentException e) {
      throw refused(ErrorCode.INVALID, e);
    } catch (UnsupportedOperationException e) {
      throw refused(ErrorCode.UNSUPPORTED, e);
    }
  }

  private CallException refused(ErrorCode code, RuntimeException why) {
    return new CallException(
        CallError.of(code, provider.name(), Objects.requireNonNullElse(why.getMessage(), "refused"))
            .permanent(true)
            .build());
  }

  /** A page, or a record, after the first may find nothing left to spend. */
  private void refuseWhereSpent() {
    if (requests >= plan.bounds().maxRequests()) {
      ending = new CallEnding.Capped();
      throw new CallException(
          Errors.budget(provider.name(), requests).stop(StopReason.BUDGET).build());
    }
    if (plan.timed() && nanosToDeadline() < 0) {
      ending = new CallEnding.Capped();
      throw new CallException(
          Errors.pastDeadline(provider.name(), plan.bounds().deadline().toMillis()));
    }
  }

  private long nanosToDeadline() {
    return deadlineNanos() - (ticks() - start);
  }

  private Response attempt(
      Operation operation, Transport.Request request, Ask ask, Plugin.@Nullable Attempts wrapped)
      throws FailedAttempt {
    if (Thread.currentThread().isInterrupted()) {
      throw unmade(Errors.aborted(provider.name(), sent(Sent.NO), attempts), StopReason.CANCELLED);
    }
    throttle();
    requests++;
    attempts++;
    sentAt = provider.loop().runtime().clock().instant();
    sentTicks = ticks();
    // Stands where anything else is thrown: it may have been sent.
    ending = BROKEN;
    try {
      Response response = read(operation, exchange(request, wrapped), ask);
      tell(OptionalInt.of(status()), "");
      return response;
    } catch (FailedAttempt failed) {
      ending = failed.ending;
      maybeSent |= failed.ending.sent() != Sent.NO;
      last = failed.decided().isPresent() ? last : failed;
      tell(failed.error.status(), failed.error.message());
      throw failed;
    }
  }

  private int status() {
    return ending instanceof CallEnding.Answered answered ? answered.status() : 0;
  }

  private void tell(OptionalInt status, String failure) {
    if (provider.loop().watched()) {
      long took = ticks() - sentTicks;
      provider
          .loop()
          .hooks()
          .onRequest(
              new Hooks.Attempted(
                  provider.name(), attempts, status, failure, Duration.ofNanos(Math.max(0, took))));
    }
  }

  private Reply exchange(Transport.Request request, Plugin.@Nullable Attempts wrapped)
      throws FailedAttempt {
    if (wrapped == null) {
      return exchange(request);
    }
    try {
      return wrapped.attempt(request, attempts, this::exchange);
    } catch (CallException refused) {
      requests--;
      attempts--;
      throw FailedAttempt.refused(refused.error());
    }
  }

  private Reply exchange(Transport.Request request) {
    // Throttling has looked whether any time is left.
    long timeout = Math.max(1, Math.min(nanosLeft.getAsLong(), plan.timeoutNanos()));
    try {
      return provider.transport().send(request, Duration.ofNanos(timeout), signal());
    } catch (RuntimeException e) {
      // A transport that breaks its promise: it may have sent before.
      Interrupts.keep(e);
      CallEnding how =
          Thread.currentThread().isInterrupted() ? new CallEnding.Cancelled(Sent.MAYBE) : BROKEN;
      return new Reply.Unanswered(how, Causes.text(e));
    }
  }

  private Response read(Operation operation, Reply reply, Ask ask) throws FailedAttempt {
    long timeoutMillis = TimeUnit.NANOSECONDS.toMillis(plan.timeoutNanos());
    return switch (reply) {
      case Reply.Answer answer -> {
        ending = new CallEnding.Answered(answer.status());
        FailedAttempt failed = readings.failure(operation, answer);
        if (failed != null) {
          throw failed;
        }
        yield read(operation, answer, ask);
      }
      case Reply.Bodiless answer -> throw readings.failure(operation, answer, timeoutMillis);
      case Reply.Unanswered none -> throw readings.failure(operation, none, timeoutMillis);
    };
  }

  private Response read(Operation operation, Reply.Answer answer, Ask ask) throws FailedAttempt {
    try {
      Object value = ask.read(answer.body(), provider.codec());
      Optional<String> cursor = ask.paged() ? next(operation, answer, value) : Optional.empty();
      return response(answer, cursor, ask.type(), value);
    } catch (JsonCodec.JsonException e) {
      throw readings.unreadable(answer.status(), e);
    }
  }

  private Optional<String> next(Operation operation, Reply.Answer answer, @Nullable Object page)
      throws JsonCodec.JsonException {
    try {
      return provider.adapter().next(operation, answer.headers(), page);
    } catch (IllegalArgumentException e) {
      throw new JsonCodec.JsonException(true, "no page: " + e.getMessage());
    }
  }

  private Response response(
      Reply.Answer answer, Optional<String> cursor, Class<?> type, @Nullable Object value) {
    return new Response(answer.body(), cursor, meta(), new Response.Decoded(type, value));
  }

  /** Waits until the request may go. */
  private void throttle() throws FailedAttempt {
    if (nanosLeft.getAsLong() <= 0) {
      throw unmade(Errors.pastDeadline(provider.name(), 0), StopReason.DEADLINE);
    }
    RateGate.Wait wait =
        provider
            .gate()
            .await(
                signal(),
                plan.timed() ? start + deadlineNanos() : Long.MAX_VALUE,
                TimeUnit.NANOSECONDS.convert(plan.bounds().maxRetryAfter()));
    throttledNanos +=
        switch (wait.end()) {
          case SENT -> wait.nanos();
          case CANCELLED ->
              throw unmade(
                  Errors.aborted(provider.name(), sent(Sent.NO), attempts), StopReason.CANCELLED);
          case DEADLINE ->
              throw unmade(
                  Errors.throttled(provider.name(), plan.bounds().deadline()), StopReason.DEADLINE);
          case PAUSED ->
              throw unmade(
                  Errors.paused(provider.name(), Duration.ofNanos(wait.nanos())),
                  StopReason.WAIT_TOO_LONG);
        };
  }

  private FailedAttempt unmade(CallError error, StopReason reason) {
    FailedAttempt unmade = FailedAttempt.unmade(error, reason);
    if (requests == 0) {
      ending = unmade.ending;
    }
    return unmade;
  }

  Signal signal() {
    return plan.signal() == null ? Signal.never() : plan.signal();
  }

  private long deadlineNanos() {
    return TimeUnit.NANOSECONDS.convert(plan.bounds().deadline());
  }

  @Override
  public boolean retryable(Throwable failure) {
    return failure instanceof FailedAttempt failed && failed.retryable;
  }

  @Override
  public @Nullable Duration asked(Throwable failure) {
    return failure instanceof FailedAttempt failed ? failed.asked() : null;
  }

  @Override
  public int requests(int attemptsMade) {
    return requests;
  }

  @Override
  public String reason(Throwable failure) {
    return failure instanceof FailedAttempt failed
        ? failed.error.message()
        : failure.getClass().getName();
  }

  @Override
  public int made(int counted) {
    return attempts;
  }

  @Override
  public StopReason stop(Throwable failure, StopReason decided) {
    if (failure instanceof FailedAttempt failed && failed.error.aborted()) {
      return StopReason.CANCELLED;
    }
    return failure instanceof FailedAttempt failed ? failed.decided().orElse(decided) : decided;
  }

  /** A 429 slows down every call of the client, and not only this one. */
  @Override
  public void decided(Throwable failure, int attempt, RetryDecision decision) {
    if (failure instanceof FailedAttempt failed
        && failed.error.code() == ErrorCode.RATE_LIMITED
        && failed.ending.sent() == Sent.ANSWERED) {
      provider.gate().slowDown(sentTicks, pause(failed, attempt, decision));
    }
  }

  private Duration pause(FailedAttempt failed, int attempt, RetryDecision decision) {
    Duration asked = failed.asked();
    if (asked != null) {
      return asked;
    }
    return decision instanceof RetryDecision.Retry retry
        ? retry.delay()
        // No backoff of the caller's, who was not asked for one after the last attempt.
        : FullJitter.FOR_CALLS.after(attempt, provider.loop().runtime().random().getAsDouble());
  }

  @Override
  public RuntimeException refused() {
    ending = new CallEnding.Cancelled(Sent.NO);
    return new CallException(Errors.aborted(provider.name(), sent(Sent.NO), attempts));
  }

  @Override
  public Throwable ended(Throwable failure, StopReason stop, int attemptsMade) {
    if (!(failure instanceof FailedAttempt failed)) {
      return failure;
    }
    // Of an attempt that was not made, what came before it tells.
    FailedAttempt real = failed.decided().isPresent() && last != null ? last : failed;
    Sent sent = sent(real.ending.sent());
    return switch (stop) {
      case CANCELLED ->
          new CallException(Errors.aborted(provider.name(), sent, attempts), cause(real));
      case BUDGET ->
          new CallException(
              finished(Errors.budget(provider.name(), requests), sent, stop), cause(real));
      case DEADLINE -> ended(failed.error.copy().timedOut(true), failed, real, stop);
      case ATTEMPTS, NOT_RETRYABLE, WAIT_TOO_LONG -> ended(failed.error.copy(), failed, real, stop);
    };
  }

  private CallException ended(
      CallError.Builder error, FailedAttempt failed, FailedAttempt real, StopReason stop) {
    return new CallException(
        finished(error, sent(real.ending.sent()), stop),
        failed == real ? failed.shown() : cause(real),
        failed.body);
  }

  private CallError finished(CallError.Builder error, Sent sent, StopReason reason) {
    return error.attempts(attempts).stop(reason).sent(sent).build();
  }

  /** The last failure, where another error takes its place. */
  private static @Nullable Throwable cause(FailedAttempt failed) {
    return failed.ending instanceof CallEnding.Cancelled
            || failed.ending instanceof CallEnding.Capped
        ? failed.shown()
        : new CallException(failed.error, failed.shown(), failed.body);
  }

  /** Any request may have arrived, although the last one surely did not. */
  private Sent sent(Sent last) {
    return last == Sent.NO && maybeSent ? Sent.MAYBE : last;
  }
}
