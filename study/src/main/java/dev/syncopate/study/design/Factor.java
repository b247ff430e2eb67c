package dev.syncopate.study.design;

import java.util.List;

/** Names of factors: what a sweep may vary. */
final class Factor {
  static final String MACHINE = "machine";
  static final String PROTOCOL = "protocol";
  static final String MODEL = "model";
  static final String WORKLOAD = "workload";
  static final String SIZE = "size";
  static final String INPUT = "input";
  static final String GRAPH = "graph";
  static final String COMMAND = "command";
  static final String SEED = "seed";

  /** In front of the name of a workload's option. */
  static final String OPTION = "option.";

  /** Factors that are neither options of a workload nor fields of a machine. */
  static final List<String> NAMED =
      List.of(WORKLOAD, COMMAND, SIZE, INPUT, GRAPH, MACHINE, PROTOCOL, MODEL, SEED);

  private Factor() {}

  static boolean isOption(String factor) {
    return factor.startsWith(OPTION);
  }

  /** Whether a factor is a field of the machine, by its path. */
  static boolean isField(String factor) {
    return !NAMED.contains(factor) && !isOption(factor);
  }
}
