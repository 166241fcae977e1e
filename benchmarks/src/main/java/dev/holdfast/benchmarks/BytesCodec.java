package dev.holdfast.benchmarks;

import dev.holdfast.client.JsonCodec;
import org.jspecify.annotations.Nullable;

/** Hands bodies out as they are: the bare clients don't read JSON either. */
final class BytesCodec implements JsonCodec {

  @Override
  public <T> T read(byte[] json, Class<T> type) {
    return type.cast(json);
  }

  @Override
  public byte[] write(Object value) {
    throw new UnsupportedOperationException();
  }

  @Override
  public <T> @Nullable T convert(@Nullable Object tree, Class<T> type) {
    return type.cast(tree);
  }
}
