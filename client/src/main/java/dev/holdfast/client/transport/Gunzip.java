package dev.holdfast.client.transport;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.zip.GZIPInputStream;

/** Undoes the coding of a body, for transports whose client does not, or not within limits. */
public final class Gunzip {

  /** What honest data shrinks to is far more than a hundredth. */
  private static final int RATIO_MAX = 100;

  /** Up to here no ratio does harm, and a tiny body may well have a high one. */
  private static final int RATIO_FROM_BYTES = 64 << 10;

  private static final Set<String> NONE = Set.of("", "identity");
  private static final Set<String> GZIP = Set.of("gzip", "x-gzip");

  private Gunzip() {}

  /**
   * The reply that an answer's bytes make. A body that is not coded is passed on as it is; one in
   * gzip is undone, unless it becomes longer than a hundred times what came (from 64 KiB on).
   *
   * @param status the HTTP status
   * @param headers the header fields, of which {@code Content-Encoding} is read
   * @param wire the body's bytes as they came, not to be changed afterwards
   * @param maxBytes how long the body may become, 1 byte to 1 GiB
   * @return the answer, or one without its body where that is too large or no such coding
   */
  public static Reply answer(int status, Headers headers, byte[] wire, int maxBytes) {
    List<String> codings = headers.all("Content-Encoding");
    if (codings.isEmpty() || wire.length == 0) {
      return new Reply.Answer(status, headers, wire);
    }
    String coding = String.join(",", codings).strip().toLowerCase(Locale.ROOT);
    if (NONE.contains(coding)) {
      return new Reply.Answer(status, headers, wire);
    }
    return GZIP.contains(coding)
        ? inflated(status, headers, wire, maxBytes)
        : new Reply.Bodiless(status, headers, Reply.Flaw.GARBLED);
  }

  private static Reply inflated(int status, Headers headers, byte[] wire, int maxBytes) {
    long ratio = Math.max(RATIO_FROM_BYTES, (long) RATIO_MAX * wire.length);
    int limit = (int) Math.min(maxBytes, ratio);
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(wire))) {
      byte[] body = in.readNBytes(limit + 1);
      return body.length > limit
          ? new Reply.Bodiless(status, headers, Reply.Flaw.TOO_LARGE)
          : new Reply.Answer(status, headers, body);
    } catch (IOException e) {
      return new Reply.Bodiless(status, headers, Reply.Flaw.GARBLED);
    }
  }
}
