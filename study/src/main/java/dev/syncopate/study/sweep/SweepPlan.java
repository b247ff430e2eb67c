package dev.syncopate.study.sweep;

import dev.syncopate.study.job.JobKeys;
import dev.syncopate.study.store.ResultStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Done and remaining work of a sweep.
 *
 * @param entries a simulation each, in the order of the sweep
 */
public record SweepPlan(List<Entry> entries) {
  public SweepPlan {
    entries = List.copyOf(entries);
  }

  /**
   * A simulation.
   *
   * @param title for people
   * @param isThere whether its result is kept
   * @param seconds of a processor that it takes, about; empty while no result of the sweep tells
   */
  public record Entry(String title, boolean isThere, OptionalDouble seconds) {}

  /**
   * The plan of tasks.
   *
   * @param store of results
   * @param keys of the running program
   * @throws RuntimeException if a job names a workload, option or file that does not exist
   */
  public static SweepPlan of(ResultStore store, JobKeys keys, List<SweepTask> tasks) {
    Map<String, SweepTask> byKey = ShardPlan.byKey(keys, tasks);
    CostEstimates costs = CostEstimates.of(store.seconds(), byKey);
    List<Entry> entries = new ArrayList<>();
    byKey.forEach((key, task) ->
        entries.add(
            new Entry(
                task.title(),
                store.find(task.job(), key).isPresent(),
                costs.isMeasured()
                    ? OptionalDouble.of(costs.seconds().getOrDefault(key, 0.0))
                    : OptionalDouble.empty())));
    return new SweepPlan(entries);
  }

  /** The plan of tasks none of which has run. */
  public static SweepPlan withoutResults(JobKeys keys, List<SweepTask> tasks) {
    return new SweepPlan(
        ShardPlan.byKey(keys, tasks).values().stream()
            .map(task -> new Entry(task.title(), false, OptionalDouble.empty()))
            .toList());
  }

  /** Seconds of a processor that what is not there takes, about; empty while no result tells. */
  public OptionalDouble secondsLeft() {
    List<Entry> left = entries.stream().filter(entry -> !entry.isThere).toList();
    return left.stream().anyMatch(entry -> entry.seconds.isEmpty())
        ? OptionalDouble.empty()
        : OptionalDouble.of(left.stream().mapToDouble(each -> each.seconds.orElse(0)).sum());
  }
}
