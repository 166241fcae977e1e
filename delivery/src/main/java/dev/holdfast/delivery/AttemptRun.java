package dev.holdfast.delivery;

import dev.holdfast.core.BreakerVerdict;
import dev.holdfast.core.CallEnding;
import dev.holdfast.core.CallScope;
import dev.holdfast.core.CallTable;
import dev.holdfast.core.Connection;
import dev.holdfast.core.FailureKind;
import dev.holdfast.core.OperationKind;
import dev.holdfast.core.ServerErrors;
import dev.holdfast.core.Ticker;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One attempt on its way: what the action sees of it, and what is learnt from its calls. The action
 * may call from several threads; the engine's own threads look on without waiting for any of them.
 */
final class AttemptRun implements Attempt {
  private final Claimed claimed;
  private final Subscriber subscriber;
  private final Map<String, Long> periods;
  private final Store store;
  private final Ticker ticker;
  private final long startedNanos;
  private final Duration limit;
  private final AtomicBoolean settled = new AtomicBoolean();
  private final Map<String, BreakerVerdict> verdicts = new ConcurrentHashMap<>();
  private volatile boolean called;
  private final AtomicInteger unsafeUnanswered = new AtomicInteger();
  private int openUnsafe;
  private boolean marked;
  private volatile Cut cut = Cut.NONE;
  private volatile Threads.Task task = NOT_STARTED;

  /** Why the engine stopped an attempt. */
  enum Cut {
    NONE,
    RUN_LIMIT,
    SHUTDOWN
  }

  private static final Threads.Task NOT_STARTED =
      new Threads.Task() {
        @Override
        public void interrupt() {}

        @Override
        public boolean join(Duration atMost) {
          return false;
        }
      };

  AttemptRun(
      Claimed claimed,
      Subscriber subscriber,
      Map<String, Long> periods,
      Store store,
      Ticker ticker,
      Duration limit) {
    this.claimed = claimed;
    this.subscriber = subscriber;
    this.periods = periods;
    this.store = store;
    this.ticker = ticker;
    this.startedNanos = ticker.nanos();
    this.limit = limit;
  }

  Claimed claimed() {
    return claimed;
  }

  Lease lease() {
    return claimed.lease();
  }

  String subscriber() {
    return claimed.subscriber();
  }

  void startedAs(Threads.Task started) {
    task = started;
    if (cut != Cut.NONE) {
      started.interrupt();
    }
  }

  /** Carries the action out; what it throws is its ending. */
  void call() throws Exception {
    subscriber.action().run(claimed.event(), this);
  }

  /** True for the first who asks: only that one may settle the delivery. */
  boolean settle() {
    return settled.compareAndSet(false, true);
  }

  boolean isOverdue(Duration grace) {
    return elapsed().compareTo(limit.plus(grace)) > 0;
  }

  void cut(Cut why) {
    cut = why;
    task.interrupt();
  }

  Cut cut() {
    return cut;
  }

  private Duration elapsed() {
    return Duration.ofNanos(ticker.nanos() - startedNanos);
  }

  @Override
  public String deliveryId() {
    return claimed.lease().delivery();
  }

  @Override
  public Duration timeLeft() {
    Duration left = limit.minus(elapsed());
    return left.isNegative() ? Duration.ZERO : left;
  }

  @Override
  public <C> C client(Connection<C> connection) {
    String name = connection.name();
    if (!subscriber.connections().contains(name)) {
      throw new UndeclaredConnectionException(subscriber.name(), name);
    }
    return connection.within(new Scope(name));
  }

  /** What the breakers are told: the last call of each connection, or that there was none. */
  List<Acknowledgement.CallReport> reports() {
    return periods.entrySet().stream()
        .map(e ->
            new Acknowledgement.CallReport(
                e.getKey(),
                e.getValue(),
                verdicts.getOrDefault(e.getKey(), BreakerVerdict.NO_CALL)))
        .toList();
  }

  /** Whether a provider may have been reached. */
  boolean called() {
    return called;
  }

  /** What an attempt that was cut short failed of. */
  FailureKind kindWhenCut() {
    return unsafeUnanswered.get() > 0 ? FailureKind.OUTCOME_UNKNOWN : FailureKind.DEADLINE_EXCEEDED;
  }

  private synchronized void starting(OperationKind operation) {
    if (operation.safeToRepeat()) {
      return;
    }
    if (!marked && !store.markMayHaveCalled(lease())) {
      throw new IllegalStateException("the lease of delivery " + deliveryId() + " has lapsed");
    }
    marked = true;
    openUnsafe++;
    unsafeUnanswered.incrementAndGet();
  }

  private synchronized void ended(String connection, OperationKind operation, CallEnding ending) {
    verdicts.put(
        connection, CallTable.outcome(ending, operation, ServerErrors.MAY_HAVE_ACTED).verdict());
    called = called || ending.sent() != CallEnding.Sent.NO;
    // A call may end that was refused before it was said to start.
    if (!operation.safeToRepeat() && openUnsafe > 0) {
      openUnsafe--;
      if (ending.sent() != CallEnding.Sent.MAYBE) {
        unsafeUnanswered.decrementAndGet();
      }
    }
  }

  private final class Scope implements CallScope {
    private final String connection;

    Scope(String connection) {
      this.connection = connection;
    }

    @Override
    public Duration timeLeft() {
      return AttemptRun.this.timeLeft();
    }

    @Override
    public void starting(OperationKind operation) {
      AttemptRun.this.starting(operation);
    }

    @Override
    public void ended(OperationKind operation, CallEnding ending) {
      AttemptRun.this.ended(connection, operation, ending);
    }
  }
}
