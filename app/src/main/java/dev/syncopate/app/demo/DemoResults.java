package dev.syncopate.app.demo;

import dev.syncopate.app.demo.DemoPlan.Setting;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

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
   * @param done hears how many have ended, on the caller's thread
   * @param stop whether to end; what has been simulated by then counts
   */
  static DemoResults simulate(DemoPlan plan, int threads, IntConsumer done, BooleanSupplier stop) {
    List<DemoRun> runs = new ArrayList<>();
    try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
      List<Future<DemoRun>> futures = new ArrayList<>();
      for (Setting setting : plan.settings()) {
        futures.add(pool.submit(() -> DemoRun.of(plan, setting, stop)));
      }
      try {
        for (Future<DemoRun> future : futures) {
          DemoRun run = result(future);
          if (run != null) {
            runs.add(run);
            done.accept(runs.size());
          }
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted", e);
      } finally {
        futures.forEach(future -> future.cancel(true));
      }
    }
    return new DemoResults(plan, runs);
  }

  /** A run, or null if it was ended. */
  private static @Nullable DemoRun result(Future<DemoRun> future) throws InterruptedException {
    try {
      return future.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof CancellationException) {
        return null;
      }
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException(e.getCause());
    }
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
  boolean has(Setting setting) {
    return runs.stream().anyMatch(run -> run.setting().equals(setting));
  }

  /**
   * The run of a setting.
   *
   * @throws java.util.NoSuchElementException if it was not simulated
   */
  DemoRun run(Setting setting) {
    return runs.stream().filter(run -> run.setting().equals(setting)).findFirst().orElseThrow();
  }

  /** How many times faster than the machine's baseline; NaN without one. */
  double speedUp(DemoRun run) {
    Setting baseline = plan.baseline(run.setting().machine());
    return has(baseline) ? (double) run(baseline).cycles() / run.cycles() : Double.NaN;
  }
}
