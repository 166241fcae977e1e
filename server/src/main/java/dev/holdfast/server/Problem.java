package dev.holdfast.server;

import java.util.Map;

/**
 * What is wrong with a request, answered as problem details (RFC 9457).
 *
 * @param status the HTTP status
 * @param title what kind of problem it is
 * @param detail what to do about this one; never holds a payload
 * @param headers what the answer carries beside
 */
record Problem(int status, String title, String detail, Map<String, String> headers) {

  Problem(int status, String title, String detail) {
    this(status, title, detail, Map.of());
  }

  /** Thrown while a request is read. */
  static final class Found extends Exception {
    private static final long serialVersionUID = 1L;
    private final transient Problem problem;

    Found(Problem problem) {
      super(problem.detail(), null, false, false);
      this.problem = problem;
    }

    Problem problem() {
      return problem;
    }
  }

  static Found invalid(String detail) {
    return new Found(new Problem(400, "The request is not valid", detail));
  }
}
