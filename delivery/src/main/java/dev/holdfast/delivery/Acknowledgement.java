package dev.holdfast.delivery;

import dev.holdfast.core.BreakerVerdict;
import java.util.List;

/**
 * The end of a claim.
 *
 * @param lease the lease it was worked on under
 * @param settlement what becomes of the delivery
 * @param calls what its last call through each connection came to
 */
public record Acknowledgement(Lease lease, Settlement settlement, List<CallReport> calls) {

  /** Copies the calls. */
  public Acknowledgement {
    calls = List.copyOf(calls);
  }

  /**
   * What a breaker is told.
   *
   * @param connection the connection
   * @param period its breaker's period at the claim
   * @param verdict what the last call through it told
   */
  public record CallReport(String connection, long period, BreakerVerdict verdict) {}
}
