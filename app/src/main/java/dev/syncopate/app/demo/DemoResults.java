package dev.syncopate.app.demo;

import dev.syncopate.study.parallel.OrderedPool;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;

/**
 * The settings' runs, in the plan's order.
 *
 * @param runs as many as the plan has settings, or fewer where Ctrl-C came before the end
 */
record DemoResults(DemoPlan plan, List<DemoRun> runs) {
  DemoResults {
    runs = List.copyOf(runs);
  }

  /**
   * Simulates the plan, several settings at once: they share nothing, so that the results are the
   * same as one after the other.
   *
   * @param threads at most so many at once
   * @param progress hears how many have ended, several times a second, on the caller's thread
   * @param stop whether to end; what has been simulated by then counts
   */
  static DemoResults simulate(
      DemoPlan plan, int threads, IntConsumer progress, BooleanSupplier stop) {
    List<DemoRun> runs = new ArrayList<>();
    new OrderedPool(threads)
        .<DemoPlan.Setting, Optional<DemoRun>>run(
            plan.settings(),
            setting -> DemoRun.of(plan, setting, stop),
            () -> progress.accept(runs.size()),
            run -> {
              if (run.isPresent()) {
                runs.add(run.get());
                progress.accept(runs.size());
              }
            });
    return new DemoResults(plan, runs);
  }

  /** Whether every setting has been simulated. */
  boolean complete() {
    return runs.size() == plan.settings().size();
  }

  /** Whether every answer was right. */
  boolean verified() {
    return runs.stream().allMatch(run -> run.outcome().verified());
  }

  /** Whether a setting has been simulated. */
  boolean has(DemoPlan.Setting setting) {
    return runs.stream().anyMatch(run -> run.setting().equals(setting));
  }

  /**
   * The run of a setting.
   *
   * @throws java.util.NoSuchElementException if it was not simulated
   */
  DemoRun run(DemoPlan.Setting setting) {
    return runs.stream().filter(run -> run.setting().equals(setting)).findFirst().orElseThrow();
  }

  /** How many times faster than the machine's baseline; NaN without one. */
  double speedUp(DemoRun run) {
    DemoPlan.Setting baseline = plan.baseline(run.setting().machine());
    return has(baseline) ? (double) run(baseline).cycles() / run.cycles() : Double.NaN;
  }
}
