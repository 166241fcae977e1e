package dev.holdfast.client.plugins;

/** What another thread threw, or a store that a user wrote. */
final class Thrown {
  private Thrown() {}

  /**
   * Throws it as it is, be it checked: whoever wrote what threw it knows it.
   *
   * @return never
   */
  static RuntimeException asItIs(Throwable thrown) {
    throw Thrown.<RuntimeException>unchecked(thrown);
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <X extends Throwable> X unchecked(Throwable thrown) throws X {
    throw (X) thrown;
  }
}
