package dev.holdfast.client.plugins;

import dev.holdfast.client.CallException;
import dev.holdfast.client.Response;

/** How a flight ended. */
sealed interface Landing {

  /**
   * With an answer.
   *
   * @param own for the one who began it
   * @param shared for all others, who each read it for themselves
   */
  record Answered(Response own, StoredAnswer shared) implements Landing {

    static Answered of(Response response) {
      return new Answered(response, StoredAnswer.of(response));
    }

    boolean stale() {
      return own.meta().stale();
    }
  }

  /**
   * Without one.
   *
   * @param why what the one who began it gets
   */
  record Failed(Throwable why) implements Landing {

    /** Whether everybody would fail the same way, so that nobody else need try. */
    boolean forAll() {
      return why instanceof CallException failure
          && failure.permanent()
          && !failure.error().aborted();
    }
  }
}
