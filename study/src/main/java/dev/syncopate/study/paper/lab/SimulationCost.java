package dev.syncopate.study.paper.lab;

import dev.syncopate.study.paper.EvaluationScale;
import java.util.Map;

/**
 * Relative cost of a simulation, from which the order and the time left follow; no result depends
 * on it. In measured seconds of a processor, means over configurations.
 */
final class SimulationCost {
  private static final double OTHERS_AT_FULL_SCALE = 4;
  private static final double OTHERS = 0.3;

  /**
   * By workload, of training by network where there is one. Those of gaussian, nw, bfs, srad, cca,
   * tiny-yolo, color-push and sssp-push are measured at another size and scaled by the work.
   */
  private static final Map<String, Double> FULL =
      Map.ofEntries(
          Map.entry("alexnet", 173.0),
          Map.entry("vgg19", 194.0),
          Map.entry("squeezenet", 46.0),
          Map.entry("tiny-yolo", 149.0),
          Map.entry("resnet", 44.0),
          Map.entry("bwc", 20.0),
          Map.entry("cca", 23.0),
          Map.entry("color-push", 8.0),
          Map.entry("sssp-push", 7.0),
          Map.entry("cuts", 6.5),
          Map.entry("gaussian", 43.0),
          Map.entry("pathfinder", 28.0),
          Map.entry("nw", 20.0),
          Map.entry("bfs", 17.0),
          Map.entry("srad", 15.0));

  private static final Map<String, Double> QUICK =
      Map.of("vgg19", 3.0, "pagerank-push", 1.9, "tiny-yolo", 1.2, "alexnet", 1.1, "cca", 0.7);

  private SimulationCost() {}

  static double of(EvaluationScale scale, String workload, Map<String, String> options) {
    String name = options.getOrDefault("net", workload);
    return switch (scale) {
      case FULL -> FULL.getOrDefault(name, OTHERS_AT_FULL_SCALE);
      case QUICK -> QUICK.getOrDefault(name, OTHERS);
    };
  }
}
