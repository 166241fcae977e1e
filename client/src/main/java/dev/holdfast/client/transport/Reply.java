package dev.holdfast.client.transport;

import dev.holdfast.core.CallEnding;
import java.util.Locale;

/** What became of one request. */
public sealed interface Reply {

  /**
   * A whole answer.
   *
   * @param status the HTTP status, 100 to 999
   * @param headers its header fields
   * @param body its body, gzip undone; not to be changed
   */
  // Nothing compares replies, so an array may be a component.
  @SuppressWarnings("ArrayRecordComponent")
  record Answer(int status, Headers headers, byte[] body) implements Reply {
    /**
     * Tells what can do no harm in a log.
     *
     * @return the status and the body's size
     */
    @Override
    public String toString() {
      return "Answer[%d, %d bytes]".formatted(status, body.length);
    }
  }

  /**
   * An answer whose status and header fields are there, but whose body is not.
   *
   * @param status the HTTP status, 100 to 999
   * @param headers its header fields
   * @param flaw what is wrong with its body
   */
  record Bodiless(int status, Headers headers, Flaw flaw) implements Reply {}

  /**
   * No answer.
   *
   * @param ending how the exchange ended: anything but {@link CallEnding.Answered} and {@link
   *     CallEnding.AnsweredRetryAfter}
   * @param cause the types of what was thrown, the outermost first, as {@link Causes#text} gives
   *     them; empty where nothing was. Never a message, which may hold a secret
   */
  record Unanswered(CallEnding ending, String cause) implements Reply {
    /** Checks the ending. */
    public Unanswered {
      if (ending.sent() == CallEnding.Sent.ANSWERED) {
        throw new IllegalArgumentException(
            "ending must be one without an answer but was an answer");
      }
    }
  }

  /** What can be wrong with a body. */
  enum Flaw {
    /** The connection broke, or what marks its end is missing: it may be whole the next time. */
    BROKEN,
    /** It did not come to its end in time: it may the next time. */
    TIMED_OUT,
    /** It is longer than the transport allows, as it came or with gzip undone. */
    TOO_LARGE,
    /** Its gzip or its framing is no such thing: it will not be the next time either. */
    GARBLED,
    /** The call was cancelled while it came. */
    CANCELLED;

    /**
     * The flaw as messages write it.
     *
     * @return such as {@code timed out}
     */
    public String text() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }
}
