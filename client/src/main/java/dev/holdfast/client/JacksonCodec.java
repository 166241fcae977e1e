package dev.holdfast.client;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The codec on Jackson 3. */
final class JacksonCodec implements JsonCodec {
  static final JsonCodec SHARED = new JacksonCodec();

  // Providers add fields; what follows a text is not part of it, and no JSON either.
  private final JsonMapper mapper =
      JsonMapper.builder()
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  @Override
  public <T> @Nullable T read(byte[] json, Class<T> type) throws JsonException {
    try {
      return mapper.readValue(json, type);
    } catch (StreamReadException e) {
      throw new JsonException(false, "no JSON");
    } catch (JacksonException e) {
      throw new JsonException(true, "JSON that does not fit " + type.getSimpleName());
    }
  }

  @Override
  public byte[] write(Object value) throws JsonException {
    try {
      return mapper.writeValueAsBytes(value);
    } catch (JacksonException e) {
      throw new JsonException(true, value.getClass().getSimpleName() + " can't be written as JSON");
    }
  }

  @Override
  public <T> @Nullable T convert(@Nullable Object tree, Class<T> type) throws JsonException {
    try {
      return mapper.convertValue(tree, type);
    } catch (JacksonException | IllegalArgumentException e) {
      throw new JsonException(true, "JSON that does not fit " + type.getSimpleName());
    }
  }
}
