package dev.holdfast.benchmarks;

import dev.failsafe.function.CheckedSupplier;
import dev.holdfast.client.Task;
import java.util.function.Supplier;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.springframework.core.retry.Retryable;

/** What is guarded: it answers at once. Each thread has its own, in every peer's shape at once. */
@State(Scope.Thread)
public class GuardWork
    implements Task<Object, RuntimeException>,
        Supplier<Object>,
        CheckedSupplier<Object>,
        Retryable<Object> {

  @Override
  public Object call() {
    return this;
  }

  @Override
  public Object get() {
    return call();
  }

  @Override
  public Object execute() {
    return call();
  }

  /** Fails the first time, answers the second, and so on. */
  public static class FailingOnce extends GuardWork {
    // Made beforehand: filling a stack trace would hide what is measured.
    private final RuntimeException failure = new Down();

    private boolean failed;

    @Override
    public Object call() {
      failed = !failed;
      if (failed) {
        throw failure;
      }
      return this;
    }
  }

  private static final class Down extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Down() {
      super("down", null, false, false);
    }
  }
}
