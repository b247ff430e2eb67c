package dev.syncopate.study.paper.lab;

import dev.syncopate.study.paper.Scale;
import java.util.Map;

/**
 * What a simulation costs compared with others, from which the order and the time left follow; no
 * result depends on it. In measured seconds of a processor, means over configurations.
 */
final class Cost {
  private static final double OTHERS_AT_FULL_SCALE = 5;
  private static final double OTHERS = 0.3;

  /** By workload, of training by network where there is one. */
  private static final Map<String, Double> FULL =
      Map.ofEntries(
          Map.entry("alexnet", 445.0),
          Map.entry("vgg19", 580.0),
          Map.entry("squeezenet", 110.0),
          Map.entry("tiny-yolo", 298.0),
          Map.entry("resnet", 168.0),
          Map.entry("bwc", 120.0),
          Map.entry("cca", 93.0),
          Map.entry("color-push", 14.0),
          Map.entry("sssp-push", 17.0),
          Map.entry("cuts", 20.0),
          Map.entry("gaussian", 345.0),
          Map.entry("pathfinder", 100.0),
          Map.entry("nw", 82.0),
          Map.entry("bfs", 66.0),
          Map.entry("srad", 60.0));

  private static final Map<String, Double> QUICK =
      Map.of("vgg19", 3.0, "pagerank-push", 1.9, "tiny-yolo", 1.2, "alexnet", 1.1, "cca", 0.7);

  private Cost() {}

  static double of(Scale scale, String workload, Map<String, String> options) {
    String name = options.getOrDefault("net", workload);
    return switch (scale) {
      case FULL -> FULL.getOrDefault(name, OTHERS_AT_FULL_SCALE);
      case QUICK -> QUICK.getOrDefault(name, OTHERS);
    };
  }
}
