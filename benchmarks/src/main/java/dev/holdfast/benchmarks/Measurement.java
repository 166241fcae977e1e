package dev.holdfast.benchmarks;

/** One benchmark, run by its name. */
public interface Measurement {

  /** What it is called on the command line and in its report's file. */
  String name();

  /** What it measures, in a line. */
  String description();

  /**
   * Measures.
   *
   * @param brief whether two minutes must do; else it may take a few more
   */
  Report run(boolean brief) throws Exception;
}
