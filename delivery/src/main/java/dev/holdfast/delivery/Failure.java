package dev.holdfast.delivery;

import dev.holdfast.core.ErrorCode;
import dev.holdfast.core.FailureKind;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Why an attempt failed, as the delivery's record keeps it: never a message, never anything taken
 * from a payload.
 *
 * @param kind the kind, which settles what follows
 * @param code what the call's caller was told, where a call failed
 * @param status the provider's HTTP status, where it answered
 */
public record Failure(FailureKind kind, Optional<ErrorCode> code, OptionalInt status) {

  /**
   * A failure without a call.
   *
   * @param kind the kind
   * @return the failure
   */
  public static Failure of(FailureKind kind) {
    return new Failure(kind, Optional.empty(), OptionalInt.empty());
  }
}
