package dev.syncopate.study.sweep;

import dev.syncopate.study.job.JobResult;
import dev.syncopate.workload.runtime.ProgressListener.Progress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * State of a running sweep. The sweep's threads write it, and the display reads it; all methods may
 * be called from any thread.
 *
 * <p>Time left is estimated from the weight of the work that is done, the time it took, and the
 * weight that is left. The progress of a running job is computed from its launches and the ended
 * CTAs of the current one if an equal job has told the number of launches, and from its weight
 * otherwise.
 */
public final class JobProgress {
  private static final double SECOND = 1e9;

  private final LongSupplier nanoseconds;
  private final BooleanSupplier stop;
  private final Consumer<Ended> listener;
  private final Map<SweepTask, Run> running = new LinkedHashMap<>();
  private final Map<String, Long> launchesOf = new LinkedHashMap<>();
  private int reused;
  private int total;
  private int completed;
  private int failed;
  private double weightLeft;
  private double weightDone;
  private double busySeconds;
  private long begin;

  private static final class Run {
    private final long start;
    private long launches;
    private long lastCycle = -1;
    private long cyclesBefore;
    private double launchShare;

    Run(long start) {
      this.start = start;
    }
  }

  /**
   * A job that has just ended.
   *
   * @param result null if it was stopped
   * @param place how many have ended, this one included
   * @param total how many there are to do
   */
  public record Ended(SweepTask task, @Nullable JobResult result, int place, int total) {}

  /**
   * A job that is running.
   *
   * @param share how much of it is done, 0 to 1, as far as one can tell
   * @param cycles simulated so far
   */
  public record Running(String title, double share, long cycles, double seconds) {}

  /**
   * The state of a sweep at one time.
   *
   * @param reused jobs whose results were there already
   * @param total jobs that were not there
   * @param completed of them, those that have ended
   * @param failed of those, how many without a right answer
   * @param share of the work done, 0 to 1
   * @param secondsLeft estimate; NaN while nothing is known
   */
  public record Snapshot(
      int reused,
      int total,
      int completed,
      int failed,
      double share,
      double seconds,
      double secondsLeft,
      List<Running> running) {}

  /**
   * @param nanoseconds a clock
   * @param stop asked now and then; true ends the sweep, running jobs included
   * @param listener hears of each job that ends, one at a time
   */
  public JobProgress(LongSupplier nanoseconds, BooleanSupplier stop, Consumer<Ended> listener) {
    this.nanoseconds = nanoseconds;
    this.stop = stop;
    this.listener = listener;
  }

  boolean stopRequested() {
    return stop.getAsBoolean();
  }

  synchronized void begin(int alreadyThere, List<SweepTask> tasks) {
    reused = alreadyThere;
    total = tasks.size();
    completed = 0;
    failed = 0;
    weightLeft = SweepTask.sum(tasks);
    weightDone = 0;
    busySeconds = 0;
    begin = nanoseconds.getAsLong();
  }

  synchronized void started(SweepTask task) {
    running.put(task, new Run(nanoseconds.getAsLong()));
  }

  /** Whether the job should go on. */
  boolean progress(SweepTask task, Progress progress) {
    synchronized (this) {
      Run run = running.get(task);
      if (run != null) {
        if (progress.cycle() < run.lastCycle || run.lastCycle < 0) {
          run.launches++;
          run.cyclesBefore += Math.max(0, run.lastCycle);
        }
        run.lastCycle = progress.cycle();
        run.launchShare =
            progress.ctas() == 0 ? 0 : (double) progress.finishedCtas() / progress.ctas();
      }
    }
    return !stop.getAsBoolean();
  }

  synchronized void ended(SweepTask task, @Nullable JobResult result) {
    Run run = running.remove(task);
    if (run != null && result != null) {
      completed++;
      failed += result.right() ? 0 : 1;
      busySeconds += (nanoseconds.getAsLong() - run.start) / SECOND;
      weightDone += task.weight();
      weightLeft -= task.weight();
      launchesOf.put(kind(task), result.launches());
    }
    listener.accept(new Ended(task, result, completed, total));
  }

  /** What can be shown now. */
  public synchronized Snapshot snapshot() {
    long now = nanoseconds.getAsLong();
    List<Running> runs = new ArrayList<>();
    double runningWeight = 0;
    for (Map.Entry<SweepTask, Run> entry : running.entrySet()) {
      Run run = entry.getValue();
      double seconds = (now - run.start) / SECOND;
      double share = share(entry.getKey(), run, seconds);
      runningWeight += share * entry.getKey().weight();
      runs.add(
          new Running(
              entry.getKey().title(),
              share,
              run.cyclesBefore + Math.max(0, run.lastCycle),
              seconds));
    }
    double busy = busySeconds + runs.stream().mapToDouble(Running::seconds).sum();
    double finished = weightDone + runningWeight;
    double remaining = Math.max(0, weightLeft - runningWeight);
    double elapsed = (now - begin) / SECOND;
    // Threads keep busy side by side: work done per second of the clock, not of a thread.
    double abreast = elapsed > 0 ? Math.max(1, busy / elapsed) : 1;
    double secondsLeft =
        finished > 0 && weightDone > 0 ? remaining * (busy / finished) / abreast : Double.NaN;
    double totalWeight = finished + remaining;
    return new Snapshot(
        reused,
        total,
        completed,
        failed,
        totalWeight > 0 ? finished / totalWeight : 1,
        elapsed,
        remaining == 0 && runs.isEmpty() ? 0 : secondsLeft,
        List.copyOf(runs));
  }

  private double share(SweepTask task, Run run, double seconds) {
    Long launches = launchesOf.get(kind(task));
    if (launches != null && launches > 0 && run.launches > 0) {
      return Math.clamp((run.launches - 1 + run.launchShare) / launches, 0, 0.99);
    }
    return weightDone > 0
        ? Math.clamp(seconds / (task.weight() * busySeconds / weightDone), 0, 0.99)
        : 0;
  }

  /** Jobs that make as many launches as one another. */
  private static String kind(SweepTask task) {
    return task.job().workload()
        + " "
        + task.job().input().describe()
        + " "
        + task.job().options().getOrDefault("iterations", "");
  }
}
