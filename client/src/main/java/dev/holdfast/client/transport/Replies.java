package dev.holdfast.client.transport;

import dev.holdfast.client.transport.Reply.Bodiless;
import dev.holdfast.client.transport.Reply.Flaw;
import dev.holdfast.client.transport.Reply.Unanswered;
import dev.holdfast.core.CallEnding;
import dev.holdfast.core.CallEnding.Broken;
import dev.holdfast.core.CallEnding.Cancelled;
import dev.holdfast.core.CallEnding.NeverLeft;
import dev.holdfast.core.CallEnding.Sent;
import dev.holdfast.core.CallEnding.TimedOut;
import java.net.http.HttpResponse.ResponseInfo;
import java.util.List;
import java.util.Set;

/**
 * Tells what became of an exchange that has ended. Once the header fields are there, the status
 * stands, whatever ends it.
 *
 * @param maxBodyBytes how long a body may be with gzip undone
 * @param resendsReads whether the client may have sent a GET or HEAD before the one that failed
 */
record Replies(int maxBodyBytes, boolean resendsReads) {

  /** The client came to the end of it. */
  Reply answered(byte[] wire, Exchange exchange) {
    ResponseInfo head = exchange.head();
    if (head == null) {
      // A proxy's refusal to make a tunnel, which the client shows as the answer.
      return new Unanswered(new NeverLeft(), "");
    }
    Headers headers = headers(head);
    if (exchange.bodyTooLarge()) {
      return new Bodiless(head.statusCode(), headers, Flaw.TOO_LARGE);
    }
    return ambiguous(headers)
        ? new Bodiless(head.statusCode(), headers, Flaw.GARBLED)
        : Gunzip.answer(head.statusCode(), headers, wire, maxBodyBytes);
  }

  /**
   * Tells a body whose end is declared twice, which the client reads by the first length: see RFC
   * 9112 section 6.3.
   */
  private static boolean ambiguous(Headers headers) {
    List<String> lengths = headers.all("Content-Length");
    return switch (lengths.size()) {
      case 0 -> false;
      case 1 -> !isNumber(lengths.getFirst()) || hasCoding(headers);
      default -> Set.copyOf(lengths).size() > 1 || hasCoding(headers);
    };
  }

  /** The client takes a sign too. RFC 9110, section 8.6. */
  private static boolean isNumber(String length) {
    for (int i = 0; i < length.length(); i++) {
      if (length.charAt(i) < '0' || length.charAt(i) > '9') {
        return false;
      }
    }
    return true;
  }

  private static boolean hasCoding(Headers headers) {
    return !headers.all("Transfer-Encoding").isEmpty();
  }

  /** It was out of time or cancelled. */
  Reply cut(Flaw why, Exchange exchange) {
    ResponseInfo head = exchange.head();
    if (head != null) {
      return bodiless(head, why);
    }
    boolean unsent = exchange.surelyUnsent();
    if (why == Flaw.TIMED_OUT) {
      return new Unanswered(unsent ? new NeverLeft() : new TimedOut(), "");
    }
    return new Unanswered(new Cancelled(unsent ? Sent.NO : Sent.MAYBE), "");
  }

  /** The client gave up on it. */
  Reply failed(Throwable failure, Exchange exchange) {
    ResponseInfo head = exchange.head();
    return head == null
        ? new Unanswered(ending(failure, exchange), Causes.text(failure))
        : bodiless(head, Failures.flaw(failure, head.version()));
  }

  private CallEnding ending(Throwable failure, Exchange exchange) {
    boolean lastUnsent = exchange.noted() ? exchange.surelyUnsent() : Failures.unconnected(failure);
    // What is noted holds for every sending; a failure tells of the last alone.
    boolean onlyOne = exchange.noted() || !resendsReads;
    if (onlyOne && (lastUnsent || Failures.unread(failure))) {
      return new NeverLeft();
    }
    return Failures.timeout(failure) ? new TimedOut() : new Broken();
  }

  private static Bodiless bodiless(ResponseInfo head, Flaw flaw) {
    return new Bodiless(head.statusCode(), headers(head), flaw);
  }

  private static Headers headers(ResponseInfo head) {
    return head.headers()::allValues;
  }
}
