package dev.syncopate.app.demo;

import dev.syncopate.app.demo.DemoPlan.Setting;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntConsumer;

/**
 * Every setting's run, in the plan's order.
 *
 * @param runs as many as the plan has settings
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
   * @param done hears how many have ended, on the caller's thread
   */
  static DemoResults simulate(DemoPlan plan, int threads, IntConsumer done) {
    List<DemoRun> runs = new ArrayList<>();
    try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
      List<Future<DemoRun>> futures = new ArrayList<>();
      for (Setting setting : plan.settings()) {
        futures.add(pool.submit(() -> DemoRun.of(plan, setting)));
      }
      try {
        for (Future<DemoRun> future : futures) {
          runs.add(future.get());
          done.accept(runs.size());
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted", e);
      } catch (ExecutionException e) {
        if (e.getCause() instanceof RuntimeException cause) {
          throw cause;
        }
        throw new IllegalStateException(e.getCause());
      } finally {
        futures.forEach(future -> future.cancel(true));
      }
    }
    return new DemoResults(plan, runs);
  }

  /** Whether every answer was right. */
  boolean verified() {
    return runs.stream().allMatch(run -> run.outcome().verified());
  }

  DemoRun run(Setting setting) {
    return runs.get(plan.settings().indexOf(setting));
  }

  /** How many times faster than the machine's baseline. */
  double speedUp(DemoRun run) {
    return (double) run(plan.baseline(run.setting().machine())).cycles() / run.cycles();
  }
}
