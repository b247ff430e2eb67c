package dev.syncopate.study.paper.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.study.grid.ResultCell;
import dev.syncopate.study.job.Job;
import dev.syncopate.study.paper.EvaluationScale;
import dev.syncopate.study.paper.StudySetup;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The order of a study's runs follows from their costs. */
class SimulationCostTest {
  private static final Map<Job, Double> COSTS = costs();

  private static Map<Job, Double> costs() {
    Map<Job, Double> costs = new HashMap<>();
    for (ResultCell cell :
        new LabSimulations(new StudySetup(EvaluationScale.FULL, null, 1)).cells()) {
      costs.put(cell.task().job(), cell.task().weight());
    }
    return costs;
  }

  private static double cost(String workload, String about) {
    return COSTS.entrySet().stream()
        .filter(entry ->
            entry.getKey().workload().equals(workload)
                && entry.getKey().describe().toString().contains(about))
        .mapToDouble(Map.Entry::getValue)
        .max()
        .orElseThrow();
  }

  /** Two cores need less than an hour, with a fifth for compilers and collectors. */
  @Test
  void allRunsTogetherTakeLessThanAnHourOnTwoCores() {
    double seconds = COSTS.values().stream().mapToDouble(Double::doubleValue).sum();
    assertThat(seconds * 1.2 / 2).isLessThan(3600);
  }

  @Test
  void smallerGraphsAndShortSumsCostLess() {
    assertThat(cost("cca", "olesnik0")).isLessThan(cost("cca", "amazon0505"));
    assertThat(cost("cca", "email-Enron")).isLessThan(cost("cca", "wing"));
    assertThat(cost("bwc", "split=256")).isLessThan(cost("bwc", "waves=1"));
  }

  @Test
  void networksCostMost() {
    assertThat(cost("dnn", "tiny-yolo")).isGreaterThan(cost("bwc", "waves=1"));
  }
}
