package dev.syncopate.study.paper.heterosync;

import dev.syncopate.machine.preset.Presets;
import dev.syncopate.memory.config.MeshConfig;
import dev.syncopate.study.grid.ResultGrid;
import dev.syncopate.study.job.JobResult;
import dev.syncopate.study.job.MeshLoad;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Measured values by the paper's names. What was not measured is NaN. */
record HeterosyncMeasurements(ResultGrid grid) {
  /** Numbers of compute units (§IV-D). */
  static final List<Integer> UNITS = List.of(1, 2, 4, 8, 15);

  static final int ONE = 1;
  static final int ALL = 15;

  /** All but one unit. */
  static final List<Integer> MORE = List.of(2, 4, 8, 15);

  private static final String MACHINE = "heterosync-15cu";

  /** The name of a place: the machine, and how many of its compute units take part. */
  static String machine(int units) {
    return MACHINE + ", " + units + (units == 1 ? " unit" : " units");
  }

  /** The machine's preset. */
  static String preset() {
    return MACHINE;
  }

  /** The machine's mesh. */
  static MeshConfig mesh() {
    return Presets.load(MACHINE).memory().mesh();
  }

  /** Execution time in cycles. HG-NO's is that of the kernel that reads the bins (§III-B). */
  double time(HeterosyncBenchmark benchmark, HeterosyncConfiguration configuration, int units) {
    return of(
        benchmark,
        configuration,
        units,
        result ->
            benchmark == HeterosyncBenchmark.HG_NO ? result.figure("readCycles") : result.cycles());
  }

  /** Execution time in cycles under what is not one of the configurations. */
  double cycles(HeterosyncBenchmark benchmark, String scenario, int units) {
    return grid.measure(benchmark.label(), scenario, machine(units), JobResult::cycles);
  }

  /** Time over that of the same configuration on one unit. */
  double growth(HeterosyncBenchmark benchmark, HeterosyncConfiguration configuration, int units) {
    return time(benchmark, configuration, units) / time(benchmark, configuration, ONE);
  }

  /** Time over that of another configuration. */
  double ratio(
      HeterosyncBenchmark benchmark,
      HeterosyncConfiguration configuration,
      HeterosyncConfiguration reference,
      int units) {
    return time(benchmark, configuration, units) / time(benchmark, reference, units);
  }

  /** A counter of docs/use/statistics.md. */
  double counter(
      HeterosyncBenchmark benchmark,
      HeterosyncConfiguration configuration,
      int units,
      String name) {
    return of(benchmark, configuration, units, result -> result.statistic(name));
  }

  /** How busy each link of the mesh was; empty where it was not measured. */
  List<MeshLoad.Link> links(
      HeterosyncBenchmark benchmark, HeterosyncConfiguration configuration, int units) {
    return grid.at(benchmark.label(), configuration.name(), machine(units))
        .map(MeshLoad::of)
        .orElse(List.of());
  }

  private double of(
      HeterosyncBenchmark benchmark,
      HeterosyncConfiguration configuration,
      int units,
      ToDoubleFunction<JobResult> quantity) {
    return grid.measure(benchmark.label(), configuration.name(), machine(units), quantity);
  }
}
