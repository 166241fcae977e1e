package dev.holdfast.cli;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Ctrl-C and the polite kill. A shutdown hook would not do: it can neither end the process with 0
 * nor hear a second Ctrl-C.
 */
final class Signals {
  /** What a shell expects of a process that Ctrl-C ended. */
  private static final int INTERRUPTED = 130;

  private Signals() {}

  /** Runs this at the first signal; the second ends the process at once. */
  static void onInterrupt(Runnable first) {
    AtomicInteger heard = new AtomicInteger();
    Runnable handler =
        () -> {
          if (heard.getAndIncrement() == 0) {
            first.run();
          } else {
            Runtime.getRuntime().halt(INTERRUPTED);
          }
        };
    for (String name : new String[] {"INT", "TERM"}) {
      // What it returns restores the former handler, which nobody wants back.
      Object unused = org.jline.utils.Signals.register(name, handler);
    }
  }
}
