package dev.holdfast.core;

import java.time.Duration;
import java.time.Instant;

/**
 * The circuit breaker of one connection, as a value: asked at each claim and told at each end of an
 * attempt, it answers with its next value.
 *
 * <p>Its life is a row of periods, numbered from 0, of which each ends whenever it opens or closes:
 * even ones are closed, odd ones are outages. An attempt belongs to the period of its claim. A
 * failure counts, and an answer ends a run of failures, only in its own period. An answer closes an
 * outage if its attempt was claimed in that outage or in the closed period just before it; so what
 * a slow attempt found long ago never changes what is known now.
 */
public sealed interface Breaker {

  /**
   * A breaker that nothing is known of yet.
   *
   * @return closed, in period 0, no failures
   */
  static Breaker fresh() {
    return new Closed(0, 0);
  }

  /**
   * The number of the period, rising by one whenever the breaker opens or closes.
   *
   * @return the number, from 0
   */
  long period();

  /**
   * Tells what a claim may do.
   *
   * @param now the store's time
   * @return the gate
   */
  Gate gate(Instant now);

  /**
   * An attempt of a delivery, by which a breaker recognises it.
   *
   * @param delivery the delivery's id
   * @param token the token of its claim
   * @param period the breaker's period at the claim
   */
  record Attempt(String delivery, long token, long period) {}

  /**
   * The attempt that goes out to see whether the provider is back.
   *
   * @param delivery the delivery's id
   * @param token the token of its claim
   * @param leaseUntil when its lease lapses and another may take its place
   */
  record Probe(String delivery, long token, Instant leaseUntil) {
    boolean is(Attempt attempt) {
      return token == attempt.token() && delivery.equals(attempt.delivery());
    }
  }

  /**
   * Deliveries run.
   *
   * @param period the period
   * @param run attempts in a row that found the provider unavailable
   */
  record Closed(long period, int run) implements Breaker {
    @Override
    public Gate gate(Instant now) {
      return Gate.CLOSED;
    }
  }

  /**
   * Deliveries are held.
   *
   * @param period the period
   * @param openedAt when the outage began
   * @param pause the pause before the next probe
   * @param probeAt when the next probe is due
   */
  record Open(long period, Instant openedAt, Duration pause, Instant probeAt) implements Breaker {
    @Override
    public Gate gate(Instant now) {
      return now.isBefore(probeAt) ? Gate.OPEN : Gate.PROBE_DUE;
    }
  }

  /**
   * Deliveries are held, but for one probe on its way.
   *
   * @param period the period
   * @param openedAt when the outage began
   * @param pause the pause before this probe
   * @param probeAt when this probe was due
   * @param probe the probe
   */
  record Probing(long period, Instant openedAt, Duration pause, Instant probeAt, Probe probe)
      implements Breaker {
    @Override
    public Gate gate(Instant now) {
      return now.isBefore(probe.leaseUntil()) ? Gate.OPEN : Gate.PROBE_DUE;
    }
  }

  /**
   * Takes the probe's place, where the {@link #gate} says {@link Gate#PROBE_DUE}; a closed breaker
   * stays as it is.
   *
   * @param probe the attempt that takes it
   * @param now the store's time
   * @return the breaker with this probe on its way
   * @throws IllegalStateException if the place is not free
   */
  default Breaker probedBy(Probe probe, Instant now) {
    if (gate(now) == Gate.OPEN) {
      throw new IllegalStateException("no probe is due at " + now + ": " + this);
    }
    return switch (this) {
      case Closed closed -> closed;
      case Open open -> new Probing(open.period, open.openedAt, open.pause, open.probeAt, probe);
      case Probing lost -> new Probing(lost.period, lost.openedAt, lost.pause, lost.probeAt, probe);
    };
  }

  /**
   * Learns what an attempt's last call through the connection came to.
   *
   * @param attempt the attempt
   * @param verdict what its last call through the connection told
   * @param now the store's time
   * @param policy when to open and how long to pause
   * @return the breaker after it, this same one where nothing changes
   */
  default Breaker after(
      Attempt attempt, BreakerVerdict verdict, Instant now, BreakerPolicy policy) {
    return switch (this) {
      case Closed closed -> BreakerTransitions.closed(closed, attempt, verdict, now, policy);
      case Open open -> BreakerTransitions.open(open, attempt, verdict);
      case Probing probing -> BreakerTransitions.probing(probing, attempt, verdict, now, policy);
    };
  }
}
