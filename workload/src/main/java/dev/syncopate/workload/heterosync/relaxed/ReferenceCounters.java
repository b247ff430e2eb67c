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
import dev.syncopate.workload.suite.WorkloadOption;
import dev.syncopate.workload.suite.WorkloadOutcome;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * HeteroSync's {@code rc}: each thread of a CTA shares two objects with the same thread of its
 * group's other CTAs. It raises their counters, then lowers them; who lets go last marks the
 * object. At the end every counter is zero and every object is marked. Over the threads of an
 * object, each value was found as often when taking as it was left behind when letting go: sums and
 * sums of squares tell.
 */
public final class ReferenceCounters extends DividedWorkload {
  private static final WorkloadOption.Whole CTAS = ctas(64);
  private static final WorkloadOption.Whole BLOCK = block(32);
  private static final WorkloadOption.Whole SHARERS =
      new WorkloadOption.Whole(
          "sharers", "CTAs that share objects, two for each thread of a CTA.", 32, 1, 1 << 14);
  private static final int MOST = 1 << 12;

  /** Objects of a thread, and for each what it notes of it. */
  private static final int OBJECTS = 2;

  private static final int NOTES = 2;

  public ReferenceCounters(KernelLibrary kernels) {
    super(kernels, "rc", "Counts references to shared objects by relaxed atomics.");
  }

  @Override
  public String sizeMeaning() {
    return "times that each thread takes its objects";
  }

  @Override
  public List<NamedSize> sizes() {
    return sizes(4, 1, 2);
  }

  @Override
  protected List<WorkloadOption> ownOptions() {
    return List.of(CTAS, BLOCK, SHARERS);
  }

  @Override
  protected List<String> faults() {
    return List.of("torn");
  }

  @Override
  protected String faultMeaning() {
    return "taking in two halves.";
  }

  @Override
  public WorkloadOutcome run(WorkloadContext context) {
    int repeats = SizeLimits.elements(this, context, MOST);
    int ctas = (int) context.number(CTAS.name());
    int sharers = (int) context.number(SHARERS.name());
    UnitGrid grid = UnitGrid.dealt(this, context, ctas);
    int threads = ctas * grid.block();
    int groups = Math.ceilDiv(ctas, sharers);
    int pairs = groups * grid.block();
    int objects = OBJECTS * pairs;
    Device device = context.device();
    Buffer first = device.copyOf(new int[pairs]);
    Buffer second = device.copyOf(new int[pairs]);
    Buffer firstMarks = device.copyOf(new int[threads]);
    Buffer secondMarks = device.copyOf(new int[threads]);
    Buffer noteBuffer = device.copyOf(new int[OBJECTS * NOTES * threads]);
    kernels()
        .load(device, "heterosync_relaxed")
        .kernel(kernel(context, "references", fault -> "references_" + fault))
        .launch(
            grid.shape().withDynamicShared(grid.block() * Integer.BYTES),
            grid.parameter()
                .pointer(first)
                .pointer(second)
                .pointer(firstMarks)
                .pointer(secondMarks)
                .pointer(noteBuffer)
                .word(ctas)
                .word(groups)
                .word(repeats)
                .bytes());
    int[] marked = new int[objects];
    int[] balances = new int[NOTES * objects];
    List<int[]> marksOfThreads = List.of(firstMarks.readInts(), secondMarks.readInts());
    int[] notes = noteBuffer.readInts();
    for (int thread = 0; thread < threads; thread++) {
      int pair = thread / grid.block() % groups * grid.block() + thread % grid.block();
      for (int i = 0; i < OBJECTS; i++) {
        marked[OBJECTS * pair + i] |= marksOfThreads.get(i)[thread];
        for (int note = 0; note < NOTES; note++) {
          balances[(OBJECTS * pair + i) * NOTES + note] +=
              notes[(OBJECTS * thread + i) * NOTES + note];
        }
      }
    }
    int[] expectedMarks = new int[objects];
    Arrays.fill(expectedMarks, 1);
    Map<String, Long> figures = new LinkedHashMap<>();
    figures.put("references", (long) OBJECTS * threads * repeats);
    figures.put("objects", (long) objects);
    return ResultComparison.unsigned("counters", first.readInts(), new int[pairs])
        .and(ResultComparison.unsigned("counters", second.readInts(), new int[pairs]))
        .and(ResultComparison.unsigned("balances", balances, new int[balances.length]))
        .and(ResultComparison.unsigned("marks", marked, expectedMarks))
        .saying("all counters zero, every value found as often as left, every object marked")
        .outcome(figures);
  }
}
