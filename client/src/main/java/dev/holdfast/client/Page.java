package dev.holdfast.client;

import java.util.List;
import java.util.Optional;

/**
 * One page of a walk.
 *
 * @param items its records, in the provider's order
 * @param cursor what leads to the next page; empty for the last
 * @param meta how this page came about
 * @param <T> a record's type
 */
public record Page<T>(List<T> items, Optional<String> cursor, Meta meta) {
  /** Takes a copy of the records. */
  public Page {
    items = List.copyOf(items);
  }
}
