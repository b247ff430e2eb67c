package dev.syncopate.app.demo;

import dev.syncopate.workload.catalogue.Workloads;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.DeviceBuilder;
import dev.syncopate.workload.runtime.LaunchResult;
import dev.syncopate.workload.runtime.LaunchStoppedException;
import dev.syncopate.workload.suite.ContextBuilder;
import dev.syncopate.workload.suite.Workload;
import dev.syncopate.workload.suite.WorkloadOutcome;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;

/**
 * Result of one setting.
 *
 * @param units compute units of the machine
 * @param cycles of all launches
 * @param totals counters of all launches
 * @param outcome whether the ranks are right, and what was compared
 */
record DemoRun(
    DemoPlan.Setting setting,
    int units,
    long cycles,
    Map<String, Long> totals,
    WorkloadOutcome outcome) {
  /**
   * Simulates the setting.
   *
   * @param stop whether to end
   * @return nothing if it was to end
   */
  static Optional<DemoRun> of(DemoPlan plan, DemoPlan.Setting setting, BooleanSupplier stop) {
    if (stop.getAsBoolean()) {
      return Optional.empty();
    }
    Workload workload = Workloads.find("pagerank-push").orElseThrow();
    Device device =
        new DeviceBuilder(setting.machine(), "gpu", setting.model().name())
            .seed(plan.seed())
            .progress(_ -> !stop.getAsBoolean())
            .open();
    WorkloadOutcome outcome;
    try {
      outcome =
          workload.run(
              new ContextBuilder(workload)
                  .size(Integer.toString(plan.vertices()))
                  .seed(plan.seed())
                  .option("shape", "power-law")
                  .option("degree", Integer.toString(plan.degree()))
                  .option("block", Integer.toString(plan.block()))
                  .option("atomic", setting.program().atomic())
                  .build(device));
    } catch (LaunchStoppedException e) {
      if (stop.getAsBoolean()) {
        return Optional.empty();
      }
      throw e;
    }
    long cycles = 0;
    Map<String, Long> totals = new TreeMap<>();
    for (LaunchResult launch : device.launches()) {
      cycles += launch.cycles();
      launch.statistics().forEach((name, value) -> totals.merge(name, value, Long::sum));
    }
    return Optional.of(
        new DemoRun(setting, device.machine().core().units(), cycles, totals, outcome));
  }

  /** A counter; 0 if nothing of that name was counted. */
  long total(String counter) {
    return totals.getOrDefault(counter, 0L);
  }

  /** Share of the L1s' loads that hit, from 0 to 1; 0 without loads. */
  double l1HitRate() {
    return (double) total("l1.hits") / Math.max(1, total("l1.loads"));
  }
}
