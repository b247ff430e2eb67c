package dev.syncopate.study.paper.lab;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Plain GPU codes of figure 10, in the order of Table III. */
enum PlainCode {
  BACKPROP("backprop", false),
  BPLUSTREE("bplustree", false),
  BFS("bfs", false),
  DWT2D("dwt2d", false),
  GAUSSIAN("gaussian", false),
  HEARTWALL("heartwall", false),
  HOTSPOT("hotspot", false),
  HUFFMAN("huffman", true),
  HYBRIDSORT("hybridsort", true),
  KMEANS("kmeans-features", false),
  LAVAMD("lavamd", false),
  LEUKOCYTE("leukocyte", false),
  LUD("lud", false),
  MUMMERGPU("mummergpu", false),
  MYOCYTE("myocyte", false),
  NN("nn", false),
  NW("nw", false),
  PARTICLEFILTER("particlefilter", false),
  PATHFINDER("pathfinder", false),
  SRAD("srad", false),
  STREAMCLUSTER("streamcluster", false);

  /** Lines of a buffer, where the code has atomics (lab §V-F). */
  private static final int LINES = 64;

  private final String workload;
  private final boolean atomics;

  PlainCode(String workload, boolean atomics) {
    this.workload = workload;
    this.atomics = atomics;
  }

  /** The workload's name here, and the study's name for it. */
  String workload() {
    return workload;
  }

  boolean hasAtomics() {
    return atomics;
  }

  /** Others have no buffer: their machine is the baseline. */
  LabConfiguration lab() {
    return atomics ? LabConfiguration.lab(LINES) : LabConfiguration.BASE;
  }

  /** What is simulated. */
  List<LabConfiguration> configurations() {
    List<LabConfiguration> configurations = new ArrayList<>(List.of(LabConfiguration.BASE));
    if (atomics) {
      configurations.add(lab());
    }
    configurations.addAll(
        List.of(LabConfiguration.PHI, LabConfiguration.PHI_OF_UPDATES, LabConfiguration.HLRC));
    return configurations;
  }

  /**
   * The code of a workload.
   *
   * @throws IllegalArgumentException if there is none
   */
  static PlainCode named(String workload) {
    return Arrays.stream(values())
        .filter(code -> code.workload.equals(workload))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no plain code " + workload));
  }

  static List<String> names(PlainCode... codes) {
    return Arrays.stream(codes).map(PlainCode::workload).toList();
  }
}
