package dev.syncopate.workload.transaction;

import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.host.KernelStruct;
import dev.syncopate.workload.host.RandomInputs;
import dev.syncopate.workload.host.ResultComparison;
import dev.syncopate.workload.host.SizeLimits;
import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.suite.WorkloadOption;
import dev.syncopate.workload.suite.WorkloadOutcome;
import java.util.List;

/** Three histograms of the same values, all counted in at once. */
public final class TripleHistogram extends GroupWorkload {
  private static final WorkloadOption.Whole BINS =
      new WorkloadOption.Whole("bins", "Bins of each histogram, a power of two.", 64, 1, 1024);
  private static final WorkloadOption.Whole VALUES =
      new WorkloadOption.Whole("values", "Values that a thread counts.", 2, 1, 1024);

  /** With the program's kernels. */
  public TripleHistogram(KernelLibrary kernels) {
    super(kernels, "bins", 256, 1024);
  }

  @Override
  public String name() {
    return "triple-histogram";
  }

  @Override
  public String description() {
    return "Counts random values in three histograms in shared memory at once.";
  }

  @Override
  List<WorkloadOption> ownOptions() {
    return List.of(BINS, VALUES);
  }

  @Override
  WorkloadOutcome run(TransactionRun groups) {
    int bins = SizeLimits.powerOfTwo(this, groups.context(), BINS.name());
    int steps = groups.number(VALUES);
    int values = steps * groups.allThreads();
    int words = 3 * bins;
    int[] input = RandomInputs.integers(groups.random(), values);
    int[] expected = new int[words * groups.count()];
    for (int i = 0; i < values; i++) {
      int base = i / (steps * groups.threads()) * words;
      expected[base + Math.floorMod(input[i], bins)]++;
      expected[base + bins + (input[i] >>> 10) % bins]++;
      expected[base + 2 * bins + (input[i] >>> 20) % bins]++;
    }
    Device device = groups.device();
    Buffer out = device.copyOf(new int[expected.length]);
    groups.launch(
        new KernelStruct().pointer(device.copyOf(input)).pointer(out).word(bins).word(steps),
        words,
        words);
    return ResultComparison.unsigned("bins", out.readInts(), expected)
        .outcome(groups.figures(values));
  }
}
