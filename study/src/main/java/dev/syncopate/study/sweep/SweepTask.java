package dev.syncopate.study.sweep;

import dev.syncopate.study.job.Job;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A job to be done.
 *
 * @param title for people, short
 * @param weight how long it takes compared with others, in any unit; above 0
 */
public record SweepTask(String title, Job job, double weight) {
  public SweepTask {
    if (!(weight > 0)) {
      throw new IllegalArgumentException(title + " weighs " + weight);
    }
  }

  /**
   * Tasks in the order of their start. Jobs on one input are together, so that it is loaded once;
   * the input with the most work is first. On each input the longest job is first, so that no
   * thread is left alone with a long one at the end. The same for every number of threads.
   */
  static List<SweepTask> ordered(List<SweepTask> tasks) {
    Map<Object, List<SweepTask>> byInput = new LinkedHashMap<>();
    tasks.forEach(
        task -> byInput.computeIfAbsent(task.job().input(), input -> new ArrayList<>()).add(task));
    List<List<SweepTask>> groups = new ArrayList<>(byInput.values());
    groups.sort(Comparator.comparingDouble(group -> -sum(group)));
    List<SweepTask> ordered = new ArrayList<>();
    for (List<SweepTask> group : groups) {
      group.sort(Comparator.comparingDouble(task -> -task.weight()));
      ordered.addAll(group);
    }
    return ordered;
  }

  static double sum(List<SweepTask> tasks) {
    return tasks.stream().mapToDouble(SweepTask::weight).sum();
  }
}
