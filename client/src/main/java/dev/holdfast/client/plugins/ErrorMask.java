package dev.holdfast.client.plugins;

import dev.holdfast.client.CallException;
import dev.holdfast.client.JsonCodec;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Takes bodies out of errors where they hold what is to be masked, or can't be looked through.
 *
 * @param paths what is to be masked
 */
record ErrorMask(List<FieldPath> paths) {

  /** The same error without such bodies, also of its causes; the same object where it has none. */
  CallException masked(CallException error) {
    if (!tells(error)) {
      return error;
    }
    CallException masked = new CallException(error.error(), masked(error.getCause()));
    masked.setStackTrace(error.getStackTrace());
    for (Throwable suppressed : error.getSuppressed()) {
      masked.addSuppressed(suppressed instanceof CallException e ? masked(e) : suppressed);
    }
    return masked;
  }

  private @Nullable Throwable masked(@Nullable Throwable cause) {
    return cause instanceof CallException error ? masked(error) : cause;
  }

  private boolean tells(CallException error) {
    return error.body().filter(this::tells).isPresent()
        || (error.getCause() instanceof CallException cause && tells(cause))
        || Arrays.stream(error.getSuppressed())
            .anyMatch(each -> each instanceof CallException e && tells(e));
  }

  private boolean tells(byte[] body) {
    try {
      return !Arrays.equals(JsonMask.mask(body, paths), body);
    } catch (JsonCodec.JsonException e) {
      return true;
    }
  }
}
