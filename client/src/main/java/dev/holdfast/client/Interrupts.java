package dev.holdfast.client;

import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/** Keeps this thread's interrupts, which whoever throws an {@link InterruptedException} cleared. */
final class Interrupts {

  /** Longer chains are cycles. */
  private static final int CAUSES_MAX = 32;

  private Interrupts() {}

  /** Sets the flag again where a failure was an interrupt of this thread, be it wrapped. */
  static void keep(Throwable failure) {
    Throwable cause = failure;
    for (int depth = 0; cause != null && depth < CAUSES_MAX && !isOfOthers(cause); depth++) {
      if (cause instanceof InterruptedException) {
        Thread.currentThread().interrupt();
        return;
      }
      cause = cause.getCause();
    }
  }

  /** What is behind it is our own cut, taken back already, or another thread's interrupt. */
  private static boolean isOfOthers(Throwable cause) {
    return cause instanceof CutShort
        || cause instanceof CallException
        || cause instanceof ExecutionException
        || cause instanceof CompletionException;
  }
}
