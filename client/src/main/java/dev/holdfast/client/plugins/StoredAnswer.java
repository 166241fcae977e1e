package dev.holdfast.client.plugins;

import dev.holdfast.client.JsonCodec;
import dev.holdfast.client.Meta;
import dev.holdfast.client.Plugin.CallInfo;
import dev.holdfast.client.Response;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;

/**
 * An answer as plain data, so that a file, a table or a cache server can keep it. Immutable.
 *
 * @param json the body as it came, which is not to be changed
 * @param cursor what leads to the next page; empty for the last, and for what is no page
 * @param fetchedAt when the request was sent that it answered
 */
@SuppressWarnings("ArrayRecordComponent") // compared by content below
public record StoredAnswer(byte[] json, Optional<String> cursor, Instant fetchedAt) {

  /** Checks that nothing is missing, as what comes out of a store may be anything. */
  public StoredAnswer {
    Objects.requireNonNull(json, "json");
    Objects.requireNonNull(cursor, "cursor");
    Objects.requireNonNull(fetchedAt, "fetchedAt");
  }

  /** What is to be kept of a response; of the bytes a copy, as a caller may be given them too. */
  static StoredAnswer of(Response response) {
    return new StoredAnswer(
        response.json().clone(), response.cursor(), response.meta().fetchedAt());
  }

  /** Makes a response of it; it keeps bytes of its own. */
  Response answer(CallInfo info, Meta meta) throws JsonCodec.JsonException {
    return info.answer(json.clone(), cursor, meta);
  }

  /**
   * How old it is, in whole milliseconds, as stores keep no more; empty where it comes from the
   * future, so that nobody knows.
   */
  Optional<Duration> age(Instant now) {
    Duration age =
        Duration.between(
            fetchedAt.truncatedTo(ChronoUnit.MILLIS), now.truncatedTo(ChronoUnit.MILLIS));
    return age.isNegative() ? Optional.empty() : Optional.of(age);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof StoredAnswer same
        && Arrays.equals(json, same.json)
        && cursor.equals(same.cursor)
        && fetchedAt.equals(same.fetchedAt);
  }

  @Override
  public int hashCode() {
    return Objects.hash(Arrays.hashCode(json), cursor, fetchedAt);
  }

  /**
   * Tells what can do no harm in a log: the body and the continuation are payload.
   *
   * @return the size and the time
   */
  @Override
  public String toString() {
    return "StoredAnswer[%d bytes, fetched at %s]".formatted(json.length, fetchedAt);
  }
}
