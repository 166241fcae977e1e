package dev.holdfast.client;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A provider in memory, for tests and first steps: collections of records that are listed, read and
 * written as REST APIs have it, without a network.
 *
 * <p>{@code GET /c} lists, 100 records a page, those whose fields equal the arguments; {@code GET
 * /c/id} reads; {@code POST /c} creates; {@code PUT} and {@code PATCH /c/id} replace and merge;
 * {@code DELETE /c/id} removes. Idempotency keys are honoured. What is written lives as long as the
 * adapter.
 */
public final class MemoryApi {
  private final String name;
  private final Map<String, List<Map<String, Object>>> seed = new LinkedHashMap<>();
  private int pageSize = 100;

  private MemoryApi(String name) {
    this.name = name;
  }

  /**
   * Starts a provider without collections.
   *
   * @param name the provider's name, as {@link HttpApi#named}
   * @return a builder
   */
  public static MemoryApi named(String name) {
    return new MemoryApi(name);
  }

  /**
   * Adds a collection.
   *
   * @param path where, such as {@code /campaigns}
   * @param records its records, each with an {@code id}
   * @return this
   * @throws IllegalArgumentException if a record has no id, or an id comes twice
   */
  public MemoryApi with(String path, List<Map<String, Object>> records) {
    seed.put(BaseUrl.checkedPath("path of a collection", path), List.copyOf(records));
    return this;
  }

  /**
   * Sets how many records a page has.
   *
   * @param records at least 1. Default: 100
   * @return this
   * @throws IllegalArgumentException if it is below 1
   */
  public MemoryApi pageSize(int records) {
    if (records < 1) {
      throw new IllegalArgumentException("pageSize must be at least 1 but was " + records);
    }
    this.pageSize = records;
    return this;
  }

  /**
   * Makes the adapter, which brings its own transport along.
   *
   * @return a new adapter, with a copy of the records
   */
  public HttpApi build() {
    MemoryTransport records = new MemoryTransport(pageSize, JsonCodec.jackson());
    seed.forEach(records::collection);
    return HttpApi.named(name)
        .baseUrl("http://memory.invalid")
        .idempotencyKeys()
        .pages(new PageRule.Cursor("items", "next", "cursor"))
        .transport(records)
        .build();
  }
}
