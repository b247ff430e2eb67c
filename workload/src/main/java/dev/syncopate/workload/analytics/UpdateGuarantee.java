package dev.syncopate.workload.analytics;

import dev.syncopate.workload.suite.WorkloadContext;
import dev.syncopate.workload.suite.WorkloadOption;
import java.util.List;

/** Guarantee of an update; each kernel that pushes exists for every guarantee. */
final class UpdateGuarantee {
  static final WorkloadOption.Choice OPTION =
      new WorkloadOption.Choice(
          "atomic",
          "What an update of a neighbour promises: commutative, relaxed, or acquire and release.",
          List.of("commutative", "relaxed", "acq_rel"));

  private final String name;

  private UpdateGuarantee(String name) {
    this.name = name;
  }

  /** What the user chose. */
  static UpdateGuarantee of(WorkloadContext context) {
    return new UpdateGuarantee(context.word(OPTION.name()));
  }

  /** The kernel of this name whose updates are such. */
  String kernel(String pushing) {
    return pushing + "_" + name;
  }
}
