package dev.syncopate.study.sweep;

import dev.syncopate.sim.config.ConfigException;
import dev.syncopate.study.job.Job;
import dev.syncopate.study.job.JobKeys;
import dev.syncopate.study.job.JobResult;
import dev.syncopate.study.job.JobResult.Ending;
import dev.syncopate.study.job.JobRunner;
import dev.syncopate.study.store.ResultStore;
import dev.syncopate.workload.runtime.LaunchException;
import dev.syncopate.workload.suite.WorkloadInputException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
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
  private final Board board;
  private final String version;

  /**
   * @param store where results are looked for and kept
   * @param keys of the running program
   * @param runner does a job
   * @param threads jobs at once, at least 1
   * @param board is told how far the sweep is
   * @param version of the program, for the record of jobs that failed
   */
  public Sweep(
      ResultStore store, JobKeys keys, JobRunner runner, int threads, Board board, String version) {
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
   * @return a result for each job, in the order of the tasks; those that the board's stop request
   *     prevented are missing
   * @throws RuntimeException before anything is run, if a job names a workload, machine, option or
   *     file that does not exist
   */
  public Map<Job, JobResult> run(List<Task> tasks) {
    Map<Job, String> keyOf = new LinkedHashMap<>();
    Map<Job, JobResult> results = new ConcurrentHashMap<>();
    List<Task> missing = new ArrayList<>();
    for (Task task : tasks) {
      if (keyOf.containsKey(task.job())) {
        continue; // the same simulation, wanted twice
      }
      String key = keys.of(task.job());
      keyOf.put(task.job(), key);
      store
          .find(task.job(), key)
          .ifPresentOrElse(result -> results.put(task.job(), result), () -> missing.add(task));
    }
    Queue<Task> queue = new ArrayDeque<>(Task.ordered(missing));
    board.begin(results.size(), missing);
    AtomicReference<@Nullable Throwable> broken = new AtomicReference<>();
    List<Thread> workers = new ArrayList<>();
    for (int i = 0; i < Math.min(threads, missing.size()); i++) {
      workers.add(
          Thread.ofPlatform().name("job-" + i).start(() -> work(queue, keyOf, results, broken)));
    }
    workers.forEach(Sweep::join);
    if (broken.get() instanceof RuntimeException error) {
      throw error;
    }
    Map<Job, JobResult> inOrder = new LinkedHashMap<>();
    for (Job job : keyOf.keySet()) {
      JobResult result = results.get(job);
      if (result != null) {
        inOrder.put(job, result);
      }
    }
    return inOrder;
  }

  private void work(
      Queue<Task> queue,
      Map<Job, String> keyOf,
      Map<Job, JobResult> results,
      AtomicReference<@Nullable Throwable> broken) {
    for (Task task = next(queue); task != null; task = next(queue)) {
      if (board.stopRequested() || broken.get() != null) {
        return;
      }
      String key = keyOf.getOrDefault(task.job(), "");
      board.started(task);
      JobResult result = result(task, key);
      try {
        if (result != null) {
          if (result.right()) {
            store.keep(task.job(), result);
          }
          results.put(task.job(), result);
        }
      } catch (RuntimeException e) {
        broken.set(e); // the disk is full or gone: no further job makes sense
      }
      board.ended(task, result);
    }
  }

  private static @Nullable Task next(Queue<Task> queue) {
    synchronized (queue) {
      return queue.poll();
    }
  }

  private @Nullable JobResult result(Task task, String key) {
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

  /** What went wrong in a job, for whoever reads the study's report. */
  private static String describe(Throwable error) {
    return switch (error) {
      case OutOfMemoryError _ -> "out of memory";
      case StackOverflowError _ -> "internal error: stack overflow";
      case LaunchException _, ConfigException _, WorkloadInputException _ ->
          String.valueOf(error.getMessage());
      default ->
          "internal error: %s (%s)".formatted(error.getMessage(), error.getClass().getSimpleName());
    };
  }

  private static void join(Thread thread) {
    boolean interrupted = false;
    while (true) {
      try {
        thread.join();
        break;
      } catch (InterruptedException e) {
        interrupted = true; // workers are asked to stop through the board alone
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
