package dev.holdfast.benchmarks;

import dev.holdfast.simulation.RetrySimulation;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/** All cases of the conformance file, one after the other, with whole schedules as results. */
@State(Scope.Benchmark)
public class SimulateMix {
  private final List<SimulationCase> cases = SimulationCase.all();

  /** Simulates the mix once. */
  @Benchmark
  public void simulate(Blackhole blackhole) {
    for (SimulationCase each : cases) {
      blackhole.consume(RetrySimulation.run(each.script(), each.options()));
    }
  }

  int attempts() {
    return cases.stream()
        .mapToInt(each -> RetrySimulation.run(each.script(), each.options()).attempts().size())
        .sum();
  }
}
