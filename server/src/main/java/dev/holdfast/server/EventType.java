package dev.holdfast.server;

/** The rule for event types, the same for who emits and for who listens. */
final class EventType {
  private static final int CHARACTERS_MAX = 200;

  private EventType() {}

  /**
   * Checks a type.
   *
   * @throws IllegalArgumentException if it breaks the rule
   */
  static String checked(String name, String type) {
    // Half of a surrogate pair can't be kept as UTF-8: it would come back as another type.
    boolean plain =
        type.codePoints()
            .noneMatch(
                c -> Character.isISOControl(c) || Character.getType(c) == Character.SURROGATE);
    if (type.isBlank() || type.codePointCount(0, type.length()) > CHARACTERS_MAX || !plain) {
      throw new IllegalArgumentException(
          name
              + " must be 1 to "
              + CHARACTERS_MAX
              + " characters, not blank and without control characters");
    }
    return type;
  }
}
