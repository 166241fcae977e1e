package dev.holdfast.client;

/**
 * How a provider pages: where a page's records are, what leads to the next page, and how that is
 * asked for.
 *
 * <p>Places in a body are names with dots between them, such as {@code data.items}; empty for the
 * body itself.
 */
public sealed interface PageRule {

  /**
   * The body names a cursor, which is sent back as an argument.
   *
   * @param itemsAt where the records are
   * @param cursorAt where the cursor is: null, empty or not there on the last page
   * @param parameter the argument that takes it
   */
  record Cursor(String itemsAt, String cursorAt, String parameter) implements PageRule {}

  /**
   * The answer links to the next page (RFC 8288, {@code Link: <…>; rel="next"}). The link must lead
   * to the same base URL, as credentials go along.
   *
   * @param itemsAt where the records are
   */
  record Link(String itemsAt) implements PageRule {}

  /**
   * Pages are counted.
   *
   * @param itemsAt where the records are
   * @param parameter the argument that takes a page's number
   * @param first the first page's number
   * @param size how many records a full page has: one with fewer is the last
   */
  record Numbered(String itemsAt, String parameter, int first, int size) implements PageRule {}

  /** Lists can't be walked: the provider does not page, or nobody said how. */
  record None() implements PageRule {}
}
