package dev.syncopate.workload.classic;

import dev.syncopate.workload.suite.WorkloadOption;
import java.util.List;

/** Options of the suite's kernels with atomics. */
final class UpdateOptions {
  /** Kernels that differ in it end with an underscore and its word. */
  static final WorkloadOption.Choice ATOMIC =
      new WorkloadOption.Choice(
          "atomic",
          "What an atomic promises that counts: commutative, relaxed, or acquire and release.",
          List.of("commutative", "relaxed", "acq_rel"));

  private UpdateOptions() {}
}
