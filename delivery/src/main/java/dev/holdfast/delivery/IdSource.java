package dev.holdfast.delivery;

/** Makes ids that nobody made before. */
@FunctionalInterface
public interface IdSource {

  /**
   * A new id.
   *
   * @return an id of at most 64 letters, digits and dashes
   */
  String next();
}
