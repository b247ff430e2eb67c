package dev.syncopate.study.paper;

/**
 * A way of synchronising, as a paper names it.
 *
 * @param label the paper's, for example {@code rem-sync}
 * @param scenario the workloads' option of that name
 * @param grouping the workloads' option of that name
 * @param protocol that runs it
 */
record PaperScenario(String label, String scenario, String grouping, String protocol) {
  private static final String WAVEFRONT = "wavefront";

  static final PaperScenario BASELINE = of("baseline", "gpu");
  static final PaperScenario SCOPE_ONLY = of("scope-only", "gpu");
  static final PaperScenario STEAL_ONLY = of("steal-only", "gpu");

  private static PaperScenario of(String label, String protocol) {
    return new PaperScenario(label, label, "workgroup", protocol);
  }

  /** With stealing by remote operations. */
  static PaperScenario remote(String label, String protocol) {
    return new PaperScenario(label, "remote", "workgroup", protocol);
  }

  /** The same with work-groups of one wavefront, four of them a compute unit (srsp §5.3). */
  PaperScenario byWavefront(String newLabel) {
    return new PaperScenario(newLabel, scenario, WAVEFRONT, protocol);
  }

  /** Queues, one for each work-group, where work-groups of the usual size have that many. */
  int queues(int usual) {
    return grouping.equals(WAVEFRONT) ? 4 * usual : usual;
  }
}
