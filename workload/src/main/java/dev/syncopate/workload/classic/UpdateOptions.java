package dev.syncopate.workload.classic;

import dev.syncopate.workload.suite.Option;
import java.util.List;

/** What the suite's kernels with atomics let one choose. */
final class UpdateOptions {
  /** Kernels that differ in it end with an underscore and its word. */
  static final Option.Choice ATOMIC =
      new Option.Choice(
          "atomic",
          "What an atomic promises that counts: commutative, relaxed, or acquire and release.",
          List.of("commutative", "relaxed", "acq_rel"));

  private UpdateOptions() {}
}
