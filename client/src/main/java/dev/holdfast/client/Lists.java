package dev.holdfast.client;

import java.util.ArrayList;
import java.util.List;

/** Reads the records of a page. */
final class Lists {
  private Lists() {}

  static <T> List<T> of(List<?> items, Class<T> type, JsonCodec codec)
      throws JsonCodec.JsonException {
    List<T> records = new ArrayList<>(items.size());
    for (Object item : items) {
      T read = codec.convert(item, type);
      if (read == null) {
        throw new JsonCodec.JsonException(true, "JSON with null for a record");
      }
      records.add(read);
    }
    return records;
  }
}
