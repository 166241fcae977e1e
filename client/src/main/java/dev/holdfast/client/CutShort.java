package dev.holdfast.client;

/** Stands for whatever an attempt threw that was cut: the interrupt in it was our own. */
final class CutShort extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Throwable seen;

  /** Takes what callers see of it: that the attempt timed out, or what a cancelled one threw. */
  CutShort(Throwable seen) {
    super(null, seen, false, false);
    this.seen = seen;
  }

  Throwable seen() {
    return seen;
  }
}
