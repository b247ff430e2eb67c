package dev.syncopate.workload.heterosync.relaxed;

import dev.syncopate.workload.heterosync.DividedWorkload;
import dev.syncopate.workload.heterosync.UnitGrid;
import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.host.ResultComparison;
import dev.syncopate.workload.host.SizeLimits;
import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.suite.NamedSize;
import dev.syncopate.workload.suite.WorkloadContext;
import dev.syncopate.workload.suite.WorkloadInputException;
import dev.syncopate.workload.suite.WorkloadOption;
import dev.syncopate.workload.suite.WorkloadOutcome;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * HeteroSync's {@code sc}: of every 32 threads half add to one counter; the other half adds all
 * counters up, 16 relaxed atomics in flight at a time. At the end every counter is exact. Counters
 * only grow, so what a CTA adds up must not fall from one round to the next, nor be above the end.
 */
public final class SplitCounters extends DividedWorkload {
  private static final int HALVES = 32;
  private static final WorkloadOption.Whole CTAS = ctas(112);
  private static final WorkloadOption.Whole BLOCK = block(HALVES);
  private static final int MOST = 1 << 12;

  public SplitCounters(KernelLibrary kernels) {
    super(kernels, "sc", "Counts in counters of threads' own while others add them up.");
  }

  @Override
  public String sizeMeaning() {
    return "rounds: additions of a thread, or times that it adds all counters up";
  }

  @Override
  public List<NamedSize> sizes() {
    return sizes(1, 1, 1);
  }

  @Override
  protected List<WorkloadOption> ownOptions() {
    return List.of(CTAS, BLOCK);
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
  public WorkloadOutcome run(WorkloadContext context) {
    int rounds = SizeLimits.elements(this, context, MOST);
    int ctas = (int) context.number(CTAS.name());
    UnitGrid grid = UnitGrid.dealt(this, context, ctas);
    if (grid.block() % HALVES != 0) {
      throw new WorkloadInputException(
          "block of sc must be a multiple of 32, of which half add and half read, not "
              + grid.block());
    }
    int[] expected = new int[ctas * grid.block() / 2];
    Arrays.fill(expected, rounds);
    Device device = context.device();
    Buffer counters = device.copyOf(new int[expected.length]);
    Buffer sums = device.copyOf(new int[ctas * rounds]);
    kernels()
        .load(device, "heterosync_relaxed")
        .kernel(kernel(context, "split_counters", fault -> "split_counters_" + fault))
        .launch(
            grid.shape().withDynamicShared(grid.block() * Integer.BYTES),
            grid.parameter().pointer(counters).pointer(sums).word(ctas).word(rounds).bytes());
    Map<String, Long> figures = new LinkedHashMap<>();
    figures.put("additions", (long) expected.length * rounds);
    figures.put("sums", (long) ctas * rounds);
    return ResultComparison.unsigned("counters", counters.readInts(), expected)
        .and(rising(sums.readInts(), rounds, expected.length * rounds))
        .saying("all counters exact, all sums between them rising")
        .outcome(figures);
  }

  /** Whether each CTA's sums rise, up to at most what all counters hold at the end. */
  private static ResultComparison rising(int[] sums, int rounds, int maximum) {
    for (int i = 0; i < sums.length; i++) {
      int previous = i % rounds == 0 ? 0 : sums[i - 1];
      if (sums[i] < previous || sums[i] > maximum) {
        return ResultComparison.wrong(
            "sum %d of CTA %d: found %d after %d, at most %d"
                .formatted(i % rounds, i / rounds, sums[i], previous, maximum));
      }
    }
    return new ResultComparison(true, "");
  }
}
