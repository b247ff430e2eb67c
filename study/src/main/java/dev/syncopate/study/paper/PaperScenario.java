package dev.syncopate.study.paper;

import java.util.List;

/**
 * A way of synchronising, as a paper names it.
 *
 * @param label the paper's, for example {@code rem-sync}
 * @param scenario the workloads' option of that name
 * @param grouping the workloads' option of that name
 * @param protocol that runs it
 * @param settings changes to the machine
 */
record PaperScenario(
    String label, String scenario, String grouping, String protocol, List<String> settings) {
  private static final String WAVEFRONT = "wavefront";

  static final PaperScenario BASELINE = of("baseline", "gpu");
  static final PaperScenario SCOPE_ONLY = of("scope-only", "gpu");
  static final PaperScenario STEAL_ONLY = of("steal-only", "gpu");

  private static PaperScenario of(String label, String protocol) {
    return new PaperScenario(label, label, "workgroup", protocol, List.of());
  }

  /** With stealing by remote operations. */
  static PaperScenario remote(String label, String protocol) {
    return new PaperScenario(label, "remote", "workgroup", protocol, List.of());
  }

  /** The same with work-groups of one wavefront, four of them a compute unit (srsp §5.3). */
  PaperScenario byWavefront(String newLabel) {
    return new PaperScenario(newLabel, scenario, WAVEFRONT, protocol, settings);
  }

  /** The same where remote operations exclude one another on the same line only (rsp §4.3). */
  PaperScenario lockingLines(String newLabel) {
    return new PaperScenario(
        newLabel, scenario, grouping, protocol, List.of("mechanisms.brsp.lock=line"));
  }

  /** Queues, one for each work-group, where work-groups of the usual size have that many. */
  int queues(int usual) {
    return grouping.equals(WAVEFRONT) ? 4 * usual : usual;
  }
}
