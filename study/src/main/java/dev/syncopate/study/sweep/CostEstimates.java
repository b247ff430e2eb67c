package dev.syncopate.study.sweep;

import dev.syncopate.study.json.Json;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Estimated cost of jobs. A recorded job costs what it took; that of others follows from their
 * weights, by the seconds that a unit of weight took in the recorded ones.
 *
 * @param seconds of a processor by the job's key; one for each unit of weight if no job is recorded
 * @param isMeasured whether any job is recorded
 */
record CostEstimates(Map<String, Double> seconds, boolean isMeasured) {
  /**
   * Estimates.
   *
   * @param recorded seconds by the job's description as JSON
   * @param tasks by the key of their job
   */
  static CostEstimates of(Map<String, Double> recorded, Map<String, SweepTask> tasks) {
    Map<String, Double> seconds = new LinkedHashMap<>();
    double weight = 0;
    double known = 0;
    for (Map.Entry<String, SweepTask> entry : tasks.entrySet()) {
      Double took = recorded.get(Json.write(entry.getValue().job().describe()));
      if (took != null) {
        seconds.put(entry.getKey(), took);
        known += took;
        weight += entry.getValue().weight();
      }
    }
    boolean measured = known > 0 && weight > 0;
    double unit = measured ? known / weight : 1;
    tasks.forEach((key, task) -> seconds.putIfAbsent(key, task.weight() * unit));
    return new CostEstimates(seconds, measured);
  }
}
