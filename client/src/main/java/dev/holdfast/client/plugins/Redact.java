package dev.holdfast.client.plugins;

import dev.holdfast.client.CallError;
import dev.holdfast.client.CallException;
import dev.holdfast.client.JsonCodec;
import dev.holdfast.client.Operation;
import dev.holdfast.client.Plugin;
import dev.holdfast.client.Response;
import dev.holdfast.core.CallEnding;
import dev.holdfast.core.ErrorCode;
import dev.holdfast.core.OperationKind;
import java.util.Arrays;
import java.util.List;

/**
 * Masks fields in what the caller sees, of reads and writes: their values become {@code "***"},
 * whatever they were, and null stays null. All else of a body stays as it is, byte for byte, and a
 * page still leads to the next.
 *
 * <p>Fields are named by paths: names with dots between them, {@code []} behind the name of a list
 * for its elements, {@code *} for any name and {@code **} for any way down, lists included. {@code
 * items[].phone} is the phone of each item, {@code [].phone} that of each element of a body that is
 * a list, {@code **.password} any password at any depth. Names are compared exactly; a body is
 * measured as it came, so for a page a path begins at its body and not at its records.
 *
 * <p>What can't be read as JSON can't be masked, and is not shown: a read fails with {@link
 * ErrorCode#PROVIDER}, and a write, which was done, answers with nothing. The body of an error is
 * shown ({@link CallException#body}) where there is nothing to mask in it, and left out otherwise.
 *
 * <p>Placed before (outside) failover or cache, what they store is not masked; placed after
 * (inside) it is. Safe for use by many threads and clients.
 */
public final class Redact implements Plugin {
  private final List<FieldPath> paths;

  private Redact(List<FieldPath> paths) {
    this.paths = paths;
  }

  /**
   * Masks fields.
   *
   * @param paths which fields, such as {@code items[].phone}; one at least. They must be read as
   *     texts, since a mask is one
   * @return a plugin named {@code redact}
   * @throws IllegalArgumentException if there is none, or one breaks a rule
   */
  public static Redact fields(String... paths) {
    if (paths.length == 0) {
      throw new IllegalArgumentException("redact must be given a path at least but had none");
    }
    return new Redact(Arrays.stream(paths).map(FieldPath::of).toList());
  }

  @Override
  public String name() {
    return "redact";
  }

  @Override
  public Response wrap(Operation operation, Next next, CallInfo info) {
    Response response;
    try {
      response = next.proceed(operation);
    } catch (CallException e) {
      throw new ErrorMask(paths).masked(e);
    }
    return masked(operation, response, info);
  }

  private Response masked(Operation operation, Response response, CallInfo info) {
    byte[] masked;
    try {
      masked = JsonMask.mask(response.json(), paths);
    } catch (JsonCodec.JsonException e) {
      if (operation.kind() == OperationKind.READ) {
        throw unfit(info, "could not be redacted: " + e.getMessage());
      }
      return new Response(new byte[0], response.cursor(), response.meta());
    }
    return Arrays.equals(masked, response.json()) ? response : answer(masked, response, info);
  }

  private static Response answer(byte[] masked, Response response, CallInfo info) {
    try {
      return info.answer(masked, response.cursor(), response.meta());
    } catch (JsonCodec.JsonException e) {
      throw unfit(info, "does not fit once redacted: " + e.getMessage());
    }
  }

  private static CallException unfit(CallInfo info, String what) {
    return new CallException(
        CallError.of(
                ErrorCode.PROVIDER,
                info.provider(),
                "The answer of " + info.provider() + " " + what)
            .permanent(true)
            .sent(CallEnding.Sent.ANSWERED)
            .build());
  }
}
