package dev.holdfast.client.plugins;

import dev.holdfast.client.JsonCodec;
import dev.holdfast.client.Operation;
import dev.holdfast.client.Plugin.CallInfo;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The name under which an answer is kept: a hash of provider, workspace and the operation with all
 * its arguments, alike for operations that ask for the same thing.
 *
 * <p>Of names in the query, in header fields and in a JSON body the order does not matter, nor does
 * the form of a number in the body. The adapter's credentials have no part in it. Every part is
 * hashed with its length, so that none can pass for two.
 */
final class OperationKey {
  private static final String PREFIX = "holdfast:";

  private final MessageDigest digest = sha256();

  private OperationKey() {}

  /** The key; empty where the body can't be written, so that the operation will be refused. */
  static Optional<String> of(Operation operation, CallInfo info) {
    return of(info.provider(), info.workspace(), operation, info.codec());
  }

  static Optional<String> of(
      String provider, String workspace, Operation operation, JsonCodec codec) {
    try {
      OperationKey key = new OperationKey();
      key.text(provider);
      key.text(workspace);
      key.operation(operation, codec);
      return Optional.of(
          PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(key.digest.digest()));
    } catch (JsonCodec.JsonException e) {
      return Optional.empty();
    }
  }

  private void operation(Operation operation, JsonCodec codec) throws JsonCodec.JsonException {
    text(operation.method());
    text(operation.path());
    number(operation.isPage() ? 1 : 0);
    number(operation.arguments().size());
    for (Map.Entry<String, List<String>> argument : operation.arguments().entrySet()) {
      text(argument.getKey());
      number(argument.getValue().size());
      argument.getValue().forEach(this::text);
    }
    number(operation.headers().size());
    operation
        .headers()
        .forEach((field, value) -> {
          text(field.toLowerCase(Locale.ROOT));
          text(value);
        });
    optional(operation.cursor());
    if (operation.body().isPresent()) {
      body(operation.body().get(), codec);
    }
  }

  private void body(Object body, JsonCodec codec) throws JsonCodec.JsonException {
    byte[] json = body instanceof byte[] bytes ? bytes : codec.write(body);
    Optional<String> canonical = CanonicalJson.of(json);
    optional(canonical);
    if (canonical.isEmpty()) {
      number(json.length);
      digest.update(json);
    }
  }

  private void optional(Optional<String> text) {
    number(text.isPresent() ? 1 : 0);
    text.ifPresent(this::text);
  }

  /** As the chars are: half a surrogate pair has no encoding of its own. */
  private void text(String text) {
    ByteBuffer chars = ByteBuffer.allocate(Integer.BYTES + text.length() * Character.BYTES);
    chars.putInt(text.length()).asCharBuffer().put(text);
    digest.update(chars.array());
  }

  private void number(int number) {
    digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(number).array());
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("a Java platform must know SHA-256 but did not", e);
    }
  }
}
