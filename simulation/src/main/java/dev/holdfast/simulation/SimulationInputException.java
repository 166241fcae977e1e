package dev.holdfast.simulation;

/**
 * Thrown where the input of a simulation is refused: says which value, which rule it breaks and
 * what it was.
 */
public final class SimulationInputException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  SimulationInputException(String name, String rule, Object value) {
    super(name + " must " + rule + " but was " + value);
  }

  static long notNegative(String name, long millis) {
    if (millis < 0) {
      throw new SimulationInputException(name, "not be negative", millis);
    }
    return millis;
  }
}
