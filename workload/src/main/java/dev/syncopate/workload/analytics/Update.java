package dev.syncopate.workload.analytics;

import dev.syncopate.workload.suite.Context;
import dev.syncopate.workload.suite.Option;
import java.util.List;

/** What an update promises: the kernels that push exist for each. */
final class Update {
  static final Option.Choice OPTION =
      new Option.Choice(
          "atomic",
          "What an update of a neighbour promises: commutative, relaxed, or acquire and release.",
          List.of("commutative", "relaxed", "acq_rel"));

  private final String name;

  private Update(String name) {
    this.name = name;
  }

  /** What the user chose. */
  static Update of(Context context) {
    return new Update(context.word(OPTION.name()));
  }

  /** The kernel of this name whose updates are such. */
  String kernel(String pushing) {
    return pushing + "_" + name;
  }
}
