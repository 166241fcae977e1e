package dev.holdfast.client.transport;

import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Tells of exceptions by their types alone: a message may repeat a header's value, a URL or a piece
 * of an answer.
 */
public final class Causes {

  /** Longer chains are cycles, or tell nothing more. */
  private static final int CAUSES_MAX = 32;

  private Causes() {}

  /**
   * A throwable and its causes.
   *
   * @param failure any throwable
   * @return the outermost first, 32 at most
   */
  public static List<Throwable> chain(Throwable failure) {
    return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
        .limit(CAUSES_MAX)
        .toList();
  }

  /**
   * The types of a throwable and its causes.
   *
   * @param failure any throwable
   * @return such as {@code java.net.ConnectException < java.nio.channels.ClosedChannelException}
   */
  public static String text(Throwable failure) {
    return chain(failure).stream()
        .map(cause -> cause.getClass().getName())
        .distinct()
        .collect(Collectors.joining(" < "));
  }
}
