package dev.syncopate.study.sweep;

import dev.syncopate.sim.config.ConfigException;
import dev.syncopate.study.job.Job;
import dev.syncopate.study.job.JobKeys;
import dev.syncopate.study.job.JobResult;
import dev.syncopate.study.job.JobResult.Ending;
import dev.syncopate.study.job.JobRunner;
import dev.syncopate.study.parallel.OrderedPool;
import dev.syncopate.study.store.ResultStore;
import dev.syncopate.study.store.StoreException;
import dev.syncopate.workload.runtime.LaunchException;
import dev.syncopate.workload.suite.WorkloadInputException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Does jobs on several threads. Each job runs on one thread alone and shares nothing with others
 * but its input, so that no result depends on the number of threads. A job that fails does not stop
 * the others.
 */
public final class Sweep {
  private final ResultStore store;
  private final JobKeys keys;
  private final JobRunner runner;
  private final int threads;
  private final JobProgress board;
  private final String version;
  private final AtomicReference<@Nullable StoreException> unkept = new AtomicReference<>();

  /**
   * @param result null if it was stopped or not begun
   */
  private record Done(Job job, @Nullable JobResult result) {}

  /**
   * @param store where results are looked for and kept
   * @param keys of the running program
   * @param runner does a job
   * @param threads jobs at once, at least 1
   * @param board is told how far the sweep is
   * @param version of the program, for the record of jobs that failed
   */
  public Sweep(
      ResultStore store,
      JobKeys keys,
      JobRunner runner,
      int threads,
      JobProgress board,
      String version) {
    this.store = store;
    this.keys = keys;
    this.runner = runner;
    this.threads = threads;
    this.board = board;
    this.version = version;
  }

  /**
   * Does what the store does not have yet. Right results are kept as they come; wrong ones are
   * returned only, so that the next sweep tries again.
   *
   * @param waiting called about ten times a second meanwhile, to show the board
   * @return a result for each job, in the order of the tasks; those that the board's stop request
   *     or a full disk prevented are missing
   * @throws RuntimeException before anything is run, if a job names a workload, machine, option or
   *     file that does not exist
   */
  public Map<Job, JobResult> run(List<SweepTask> tasks, Runnable waiting) {
    Map<Job, String> keyOf = new LinkedHashMap<>();
    Map<Job, JobResult> results = new LinkedHashMap<>();
    List<SweepTask> missing = new ArrayList<>();
    for (SweepTask task : tasks) {
      if (keyOf.containsKey(task.job())) {
        continue; // the same simulation, wanted twice
      }
      String key = keys.of(task.job());
      keyOf.put(task.job(), key);
      store
          .find(task.job(), key)
          .ifPresentOrElse(result -> results.put(task.job(), result), () -> missing.add(task));
    }
    List<SweepTask> order = SweepTask.ordered(missing);
    board.begin(results.size(), missing);
    new OrderedPool(Math.clamp(order.size(), 1, threads))
        .<SweepTask, Done>run(
            order,
            task -> new Done(task.job(), result(task, keyOf.getOrDefault(task.job(), ""))),
            waiting,
            completed -> {
              if (completed.result != null) {
                results.put(completed.job, completed.result);
              }
            });
    Map<Job, JobResult> inOrder = new LinkedHashMap<>();
    for (Job job : keyOf.keySet()) {
      JobResult result = results.get(job);
      if (result != null) {
        inOrder.put(job, result);
      }
    }
    return inOrder;
  }

  /**
   * What the store has, without doing anything.
   *
   * @return a result for each job that it has one of, in the order of the tasks
   */
  public static Map<Job, JobResult> kept(ResultStore store, JobKeys keys, List<SweepTask> tasks) {
    Map<Job, JobResult> results = new LinkedHashMap<>();
    Set<Job> looked = new HashSet<>();
    for (SweepTask task : tasks) {
      if (looked.add(task.job())) {
        store
            .find(task.job(), keys.of(task.job()))
            .ifPresent(result -> results.put(task.job(), result));
      }
    }
    return results;
  }

  /**
   * Does a job and keeps what came out.
   *
   * @return null if it was stopped or not begun
   */
  private @Nullable JobResult result(SweepTask task, String key) {
    if (board.stopRequested() || unkept.get() != null) {
      return null;
    }
    board.started(task);
    JobResult result = simulated(task, key);
    try {
      if (result != null && result.right()) {
        store.keep(task.job(), result);
      }
    } catch (StoreException e) {
      unkept.compareAndSet(null, e);
    } finally {
      board.ended(task, result);
    }
    return result;
  }

  /** Why a result could not be kept, on a full disk say: after it no job was begun. */
  public Optional<StoreException> unkept() {
    return Optional.ofNullable(unkept.get());
  }

  private @Nullable JobResult simulated(SweepTask task, String key) {
    try {
      return runner.run(task.job(), key, progress -> board.progress(task, progress));
    } catch (RuntimeException | OutOfMemoryError | StackOverflowError e) {
      return failed(task.job(), key, e);
    }
  }

  private JobResult failed(Job job, String key, Throwable error) {
    return new JobResult(
        key,
        job.describe(),
        job.input().describe(),
        Ending.FAILED,
        describe(error),
        0,
        0,
        new TreeMap<>(),
        Map.of(),
        Map.of(),
        0,
        0,
        version);
  }

  /** The failure of a job, for the study's report. */
  private static String describe(Throwable error) {
    return switch (error) {
      case OutOfMemoryError _ ->
          "out of memory; --jobs 1, or SYNCOPATE_JAVA_OPTS=-Xmx8g ./syncopate ..., leaves a run more";
      case StackOverflowError _ -> "internal error: stack overflow";
      case LaunchException _, ConfigException _, WorkloadInputException _ ->
          String.valueOf(error.getMessage());
      default ->
          "internal error: %s (%s)".formatted(error.getMessage(), error.getClass().getSimpleName());
    };
  }
}
