package dev.syncopate.workload.heterosync.relaxed;

import dev.syncopate.workload.heterosync.DividedWorkload;
import dev.syncopate.workload.heterosync.UnitGrid;
import dev.syncopate.workload.host.Comparison;
import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.host.Sizes;
import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.suite.Context;
import dev.syncopate.workload.suite.Option;
import dev.syncopate.workload.suite.Outcome;
import dev.syncopate.workload.suite.Size;
import dev.syncopate.workload.suite.WorkloadInputException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * HeteroSync's {@code sc}: each thread of half of the CTAs adds to a counter of its own; each CTA
 * of the other half adds all counters up again and again, its threads sharing them. At the end
 * every counter is exact. Counters only grow, so what a thread adds up must not fall from one
 * reading to the next, nor be above the end.
 */
public final class SplitCounters extends DividedWorkload {
  private static final Option.Whole CTAS = ctas(112);
  private static final Option.Whole BLOCK = block(32);
  private static final Option.Whole READS =
      new Option.Whole("reads", "Times each reading CTA adds all counters up.", 4, 1, 1 << 12);
  private static final int MOST = 1 << 20;

  public SplitCounters(KernelLibrary kernels) {
    super(kernels, "sc", "Counts in counters of threads' own while others add them up.");
  }

  @Override
  public String sizeMeaning() {
    return "additions of each thread";
  }

  @Override
  public List<Size> sizes() {
    return sizes(64, 8, 20);
  }

  @Override
  protected List<Option> ownOptions() {
    return List.of(CTAS, BLOCK, READS);
  }

  @Override
  protected List<String> faults() {
    return List.of("shared");
  }

  @Override
  protected String faultMeaning() {
    return "threads of several CTAs have one counter and add to it in two halves.";
  }

  @Override
  public Outcome run(Context context) {
    int adds = Sizes.elements(this, context, MOST);
    int ctas = (int) context.number(CTAS.name());
    int reads = (int) context.number(READS.name());
    if (ctas < 2) {
      throw new WorkloadInputException(
          "ctas of sc must be at least 2, of which one adds and one reads, not " + ctas);
    }
    int writers = ctas / 2;
    UnitGrid grid = UnitGrid.dealt(this, context, ctas);
    int block = grid.block();
    int readers = (ctas - writers) * block;
    Device device = context.device();
    Buffer counters = device.copyOf(new int[writers * block]);
    Buffer sums = device.copyOf(new int[readers * reads]);
    kernels()
        .load(device, "heterosync_relaxed")
        .kernel(kernel(context, "split_counters", fault -> "split_counters_" + fault))
        .launch(
            grid.shape(),
            grid.parameter()
                .pointer(counters)
                .pointer(sums)
                .word(ctas)
                .word(writers)
                .word(adds)
                .word(reads)
                .bytes());
    Map<String, Long> figures = new LinkedHashMap<>();
    figures.put("additions", (long) writers * block * adds);
    figures.put("sums", (long) (ctas - writers) * reads);
    int[] expected = new int[writers * block];
    Arrays.fill(expected, adds);
    Comparison exact = Comparison.unsigned("counters", counters.readInts(), expected);
    return (exact.equal() ? rising(sums.readInts(), block, reads, writers, adds, exact) : exact)
        .saying("all counters exact, all sums between them rising")
        .outcome(figures);
  }

  /** Whether each thread's sums rise, up to at most what its counters hold at the end. */
  private static Comparison rising(
      int[] sums, int block, int reads, int writers, int adds, Comparison exact) {
    for (int thread = 0; thread < sums.length / reads; thread++) {
      int before = 0;
      for (int k = 0; k < reads; k++) {
        int sum = sums[thread * reads + k];
        if (sum < before || sum > writers * adds) {
          return Comparison.wrong(
              "reading %d of thread %d of reader %d: found %d after %d, at most %d"
                  .formatted(k, thread % block, thread / block, sum, before, writers * adds));
        }
        before = sum;
      }
    }
    return exact;
  }
}
