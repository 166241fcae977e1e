package dev.holdfast.client.plugins;

import dev.holdfast.client.CallError;
import dev.holdfast.client.CallException;
import dev.holdfast.client.Meta;
import dev.holdfast.client.Response;
import java.util.Locale;

/** What an operation came to, as those who look on are told. It holds no payload and no secret. */
public sealed interface Outcome {

  /**
   * It was answered.
   *
   * @param meta how the answer came about
   */
  record Answered(Meta meta) implements Outcome {}

  /**
   * It failed.
   *
   * @param error what is known
   */
  record Failed(CallError error) implements Outcome {}

  /**
   * Something was thrown that is no {@link CallException}, such as by a store or another plugin.
   *
   * @param exception the name of its class
   */
  record Broke(String exception) implements Outcome {}

  /**
   * The outcome of an operation that returned.
   *
   * @param response what it returned
   * @return an answer
   */
  static Outcome of(Response response) {
    return new Answered(response.meta());
  }

  /**
   * The outcome of an operation that threw.
   *
   * @param thrown what it threw
   * @return a failure
   */
  static Outcome of(Throwable thrown) {
    return thrown instanceof CallException failed
        ? new Failed(failed.error())
        : new Broke(thrown.getClass().getName());
  }

  /**
   * Whether a stored answer was given in the place of a failure.
   *
   * @return false for failures too
   */
  default boolean stale() {
    return this instanceof Answered answered && answered.meta().stale();
  }

  /**
   * The outcome as tags and columns write it.
   *
   * @return {@code success}, {@code stale}, an error's code such as {@code rate_limited}, or {@code
   *     exception}
   */
  default String text() {
    return switch (this) {
      case Answered answered -> stale() ? "stale" : "success";
      case Failed failed -> failed.error().code().name().toLowerCase(Locale.ROOT);
      case Broke broke -> "exception";
    };
  }
}
