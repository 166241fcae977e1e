package dev.holdfast.cli;

import dev.holdfast.simulation.RetrySchedule;
import dev.holdfast.simulation.RetrySimulation;
import dev.holdfast.simulation.ScriptedOutcome;
import dev.holdfast.simulation.SimulationInputException;
import dev.holdfast.simulation.SimulationOptions;
import java.util.List;

/**
 * One simulation of a file.
 *
 * @param path where it stands in its file, such as {@code cases[3]}; empty where it is alone
 * @param script what the provider does
 * @param optionsPath where its options stand
 * @param options its options
 */
record Simulation(
    String path, List<ScriptedOutcome> script, String optionsPath, SimulationOptions options) {

  RetrySchedule run() {
    try {
      return RetrySimulation.run(script, options);
    } catch (SimulationInputException e) {
      throw new RefusedInputException(optionsPath + "." + e.getMessage());
    }
  }
}
