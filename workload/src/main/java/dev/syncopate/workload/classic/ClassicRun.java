package dev.syncopate.workload.classic;

import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.LaunchShape;
import dev.syncopate.workload.runtime.Module;
import dev.syncopate.workload.suite.WorkloadContext;
import dev.syncopate.workload.suite.WorkloadOption;
import java.util.random.RandomGenerator;

/**
 * A run of a workload.
 *
 * @param context what was chosen
 * @param device where kernels run
 * @param kernels those of the workload's source
 * @param size within the workload's bounds
 * @param random the stream of its input, from the seed
 */
record ClassicRun(
    WorkloadContext context, Device device, Module kernels, int size, RandomGenerator random) {
  /** Runs a kernel to its end. */
  void launch(String kernel, LaunchShape shape, Object... arguments) {
    kernels.kernel(kernel).launch(shape, arguments);
  }

  /** The value of an option. */
  int number(WorkloadOption.Whole option) {
    return (int) context.number(option.name());
  }

  /** The value of an option. */
  String word(WorkloadOption.Choice option) {
    return context.word(option.name());
  }

  /** Whole numbers from 0 to below the bound. */
  int[] below(int bound, int count) {
    int[] values = new int[count];
    for (int i = 0; i < count; i++) {
      values[i] = random.nextInt(bound);
    }
    return values;
  }
}
