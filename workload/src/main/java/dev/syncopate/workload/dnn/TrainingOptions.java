package dev.syncopate.workload.dnn;

import dev.syncopate.workload.runtime.cta.CtaSample;
import dev.syncopate.workload.suite.WorkloadContext;
import dev.syncopate.workload.suite.WorkloadOption;
import java.util.List;

/** Options of every training workload. */
final class TrainingOptions {
  static final WorkloadOption.Choice ATOMIC =
      new WorkloadOption.Choice(
          "atomic",
          "What an addition to a gradient promises: commutative, relaxed, or acquire and release.",
          List.of("commutative", "relaxed", "acq_rel"));

  static final WorkloadOption.Whole SHRINK =
      new WorkloadOption.Whole(
          "shrink",
          "Divides what the paper's input has (docs/use/dnn.md); 0 is 1 for its batch, else what makes"
              + " small runs short.",
          0,
          0,
          64);

  static final WorkloadOption.Whole WAVES =
      new WorkloadOption.Whole(
          "waves",
          "Of each product of matrices so many fills of the machine run, evenly spread over its CTAs,"
              + " fewer of long CTAs, and of long sums without atomics some terms; 0 for all.",
          0,
          0,
          1_000_000);

  private TrainingOptions() {}

  /** Which CTAs of each launch run. */
  static CtaSample sample(WorkloadContext context) {
    int waves = (int) context.number(WAVES.name());
    return waves == 0 ? CtaSample.ALL : CtaSample.waves(waves);
  }

  /**
   * The divisor of the input.
   *
   * @param published images of the paper's batch
   * @param small divisor for fewer
   */
  static int shrink(WorkloadContext context, int published, int small) {
    int chosen = (int) context.number(SHRINK.name());
    if (chosen != 0) {
      return chosen;
    }
    return context.size() >= published ? 1 : small;
  }
}
