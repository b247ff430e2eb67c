package dev.syncopate.study.paper.lab;

import java.util.Arrays;
import java.util.List;

/** The paper's benchmarks that have atomics (lab Table III), in the order of its figures. */
enum LabBenchmark {
  H("histogram", Kind.HISTOGRAM, ""),
  HS("histogram", Kind.HISTOGRAM, ""),
  BWC("bwc", Kind.TRAINING, ""),
  BC("bc", Kind.GRAPH, "CT", "NH", "VT", "AK"),
  CCA("cca", Kind.GRAPH, "amazon0505", "olesnik0", "wing", "email-Enron"),
  CC("cuts", Kind.CUTS, ""),
  CLR("color-push", Kind.GRAPH, "or2010", "nd2010", "nv2010", "nh2010"),
  MIS("mis-push", Kind.GRAPH, "or2010", "nd2010", "nv2010", "nh2010"),
  PR("pagerank-push", Kind.GRAPH, "or2010", "nd2010", "nv2010", "nh2010"),
  SSSP("sssp-push", Kind.GRAPH, "or2010", "nd2010", "nv2010", "nh2010"),
  AN("dnn", Kind.TRAINING, "alexnet"),
  VGG("dnn", Kind.TRAINING, "vgg19"),
  SN("dnn", Kind.TRAINING, "squeezenet"),
  TY("dnn", Kind.TRAINING, "tiny-yolo"),
  RN("dnn", Kind.TRAINING, "resnet");

  /** Kind of a benchmark. */
  enum Kind {
    HISTOGRAM,
    GRAPH,
    /** Graph cuts of a picture, of which there is one. */
    CUTS,
    TRAINING
  }

  /** Parts of the GPU that a graph utilises, in per cent. */
  static final List<Integer> LEVELS = List.of(100, 75, 50, 25);

  /** Those that are drawn where only graph analytics are. */
  static final List<LabBenchmark> ANALYTICS = List.of(BC, CCA, CC, CLR, MIS, PR, SSSP);

  /** Those with a graph for each level (lab fig. 8; "CC only had one input size"). */
  static final List<LabBenchmark> LEVELLED = List.of(BC, CCA, CLR, MIS, PR, SSSP);

  /** Whole networks. */
  static final List<LabBenchmark> NETWORKS = List.of(AN, VGG, SN, TY);

  private final String workload;
  private final Kind kind;

  @SuppressWarnings("ImmutableEnumChecker") // never changes
  private final List<String> inputs;

  LabBenchmark(String workload, Kind kind, String... inputs) {
    this.workload = workload;
    this.kind = kind;
    this.inputs = Arrays.stream(inputs).filter(input -> !input.isEmpty()).toList();
  }

  /** The workload's name here. */
  String workload() {
    return workload;
  }

  Kind kind() {
    return kind;
  }

  /** Whether it trains a whole network. */
  boolean isNetwork() {
    return kind == Kind.TRAINING && this != BWC;
  }

  /** By {@link #LEVELS} where it works on a graph; a network's name; nothing else. */
  List<String> inputs() {
    return inputs;
  }

  /** The paper's name with one of {@link #LEVELS}; without it where that is all of the GPU. */
  String label(int level) {
    return level == LEVELS.getFirst() ? name() : name() + "_" + level;
  }
}
