package dev.syncopate.study.paper.lab;

import dev.syncopate.study.job.JobInput;
import dev.syncopate.study.paper.EvaluationScale;
import java.util.Map;

/**
 * Relative cost of a simulation, from which the order and the time left follow; no result depends
 * on it. In seconds of a processor while the other one is busy.
 */
final class SimulationCost {
  private static final double OTHERS_AT_FULL_SCALE = 1;
  private static final double OTHERS = 0.3;

  /** Of BWC's short sums, which are no sample of a large batch. */
  private static final double SHORT_SUMS = 7.8;

  /** By workload, of training by network, of CCA by graph and of CCA's other algorithm. */
  private static final Map<String, Double> FULL =
      Map.ofEntries(
          Map.entry("tiny-yolo", 132.0),
          Map.entry("vgg19", 109.0),
          Map.entry("kmeans-features", 81.0),
          Map.entry("alexnet", 78.0),
          Map.entry("leukocyte", 58.0),
          Map.entry("squeezenet", 38.0),
          Map.entry("resnet", 29.0),
          Map.entry("gaussian", 23.0),
          Map.entry("bwc", 20.0),
          Map.entry("pathfinder", 18.0),
          Map.entry("amazon0505/4", 12.0),
          Map.entry("nw", 8.0),
          Map.entry("bfs", 7.0),
          Map.entry("srad", 7.0),
          Map.entry("labels", 5.0),
          Map.entry("color-push", 4.2),
          Map.entry("olesnik0", 4.2),
          Map.entry("sssp-push", 4.2),
          Map.entry("lavamd", 4.0),
          Map.entry("hybridsort", 3.7),
          Map.entry("cuts", 3.4),
          Map.entry("lud", 3.3),
          Map.entry("histogram", 2.5),
          Map.entry("mis-push", 2.5),
          Map.entry("pagerank-push", 2.5),
          Map.entry("heartwall", 2.4),
          Map.entry("wing", 2.3),
          Map.entry("mummergpu", 2.2),
          Map.entry("dwt2d", 2.0),
          Map.entry("email-Enron", 1.4));

  private static final Map<String, Double> QUICK =
      Map.of("vgg19", 3.0, "pagerank-push", 1.9, "tiny-yolo", 1.2, "alexnet", 1.1, "cca", 0.7);

  private SimulationCost() {}

  static double of(
      EvaluationScale scale, String workload, JobInput input, Map<String, String> options) {
    String name = options.getOrDefault("net", workload);
    return switch (scale) {
      case FULL ->
          options.containsKey("split")
              ? SHORT_SUMS
              : FULL.getOrDefault(atFullScale(name, input, options), OTHERS_AT_FULL_SCALE);
      case QUICK -> QUICK.getOrDefault(name, OTHERS);
    };
  }

  private static String atFullScale(String name, JobInput input, Map<String, String> options) {
    if (!name.equals(LabBenchmark.CCA.workload()) || !(input instanceof JobInput.Named graph)) {
      return name;
    }
    String variant = options.getOrDefault("variant", "");
    return FULL.containsKey(variant) ? variant : graph.name();
  }
}
