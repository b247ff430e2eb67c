package dev.syncopate.study.compare;

import dev.syncopate.machine.config.MachineConfig;
import dev.syncopate.machine.preset.Presets;
import dev.syncopate.sim.config.ConfigOverrides;
import dev.syncopate.study.grid.ResultCell;
import dev.syncopate.study.grid.ResultGrid;
import dev.syncopate.study.job.Job;
import dev.syncopate.study.job.JobEnergy;
import dev.syncopate.study.job.JobResult;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleBiFunction;

/** Costs of a comparison's mechanisms in addition to time: network traffic and energy. */
final class MechanismCosts {
  private final Map<List<String>, Double> bytes = new HashMap<>();
  private final Map<List<String>, Double> energies = new HashMap<>();

  /**
   * @param cells of the comparison, on one machine
   */
  MechanismCosts(List<ResultCell> cells, ResultGrid grid) {
    Map<List<String>, MachineConfig> machines = new HashMap<>();
    for (ResultCell cell : cells) {
      Job job = cell.task().job();
      MachineConfig machine =
          machines.computeIfAbsent(
              job.settings(),
              settings -> ConfigOverrides.apply(Presets.load(job.machine()), settings));
      put(bytes, cell, grid, (result, _) -> positive(result.statistic("network.bytes")), machine);
      put(energies, cell, grid, JobEnergy::picojoules, machine);
    }
  }

  private static void put(
      Map<List<String>, Double> costs,
      ResultCell cell,
      ResultGrid grid,
      ToDoubleBiFunction<JobResult, MachineConfig> measure,
      MachineConfig machine) {
    double cost =
        grid.measure(
            cell.coordinate().subject(),
            cell.coordinate().scenario(),
            cell.coordinate().machine(),
            result -> measure.applyAsDouble(result, machine));
    costs.put(List.of(cell.coordinate().subject(), cell.coordinate().scenario()), cost);
  }

  /** A program without any traffic has no ratio of traffic. */
  private static double positive(long count) {
    return count > 0 ? count : Double.NaN;
  }

  /** A sentence for each cost that was measured. */
  List<String> sentences(Recommendation advice) {
    List<String> sentences = new ArrayList<>();
    advice.cost("Network bytes", measure(bytes)).ifPresent(sentences::add);
    advice.cost("Energy", measure(energies)).ifPresent(sentences::add);
    return sentences;
  }

  private static Recommendation.Measure measure(Map<List<String>, Double> costs) {
    return (workload, mechanism) -> costs.getOrDefault(List.of(workload, mechanism), Double.NaN);
  }
}
