package dev.syncopate.workload.transaction;

import dev.syncopate.workload.host.KernelStruct;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.LaunchShape;
import dev.syncopate.workload.runtime.Module;
import dev.syncopate.workload.suite.WorkloadContext;
import dev.syncopate.workload.suite.WorkloadOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * A run of a workload.
 *
 * @param context what was chosen
 * @param device where the kernel runs
 * @param kernels those of the workload's source
 * @param prefix of their names
 * @param count CTAs
 * @param threads of each
 * @param random the stream of its input, from the seed
 */
record TransactionRun(
    WorkloadContext context,
    Device device,
    Module kernels,
    String prefix,
    int count,
    int threads,
    RandomGenerator random) {
  String variant() {
    return context.word(GroupWorkload.VARIANT.name());
  }

  /** Whether an option has a value. */
  boolean chose(WorkloadOption.Choice option, String value) {
    return context.word(option.name()).equals(value);
  }

  /** The value of an option. */
  int number(WorkloadOption.Whole option) {
    return (int) context.number(option.name());
  }

  /** Threads of all CTAs together. */
  int allThreads() {
    return count * threads;
  }

  /**
   * Runs the variant's kernel to its end.
   *
   * @param words of shared memory that each CTA's data take
   * @param locks how many things sections touch, for the variant with a lock for each
   */
  void launch(KernelStruct argument, int words, int locks) {
    launch("", argument, words, locks);
  }

  /** As the other, of the kernel whose name has something between the prefix and the variant. */
  void launch(String infix, KernelStruct argument, int words, int locks) {
    int extraWords =
        switch (variant()) {
          case "locks" -> locks;
          case "coarse", "fallback" -> 1;
          default -> 0;
        };
    LaunchShape shape =
        LaunchShape.of(count, threads).withDynamicShared(Integer.BYTES * (words + extraWords));
    kernels.kernel(prefix + "_" + infix + variant()).launch(shape, argument.bytes());
  }

  /** Amounts of work: sections that all threads together execute once and no more. */
  Map<String, Long> figures(long sections) {
    Map<String, Long> figures = new LinkedHashMap<>();
    figures.put("sections", sections);
    return figures;
  }
}
