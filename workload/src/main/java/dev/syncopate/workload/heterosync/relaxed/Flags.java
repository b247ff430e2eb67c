package dev.syncopate.workload.heterosync.relaxed;

import dev.syncopate.workload.heterosync.UnitGrid;
import dev.syncopate.workload.heterosync.UnitWorkload;
import dev.syncopate.workload.heterosync.barrier.BarrierWords;
import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.host.RandomInputs;
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
 * HeteroSync's {@code flags}: workers loop until the main CTA, the last one, sets a flag to stop,
 * and in some turns count something dirty; after the lock-free tree barrier the main CTA looks
 * whether anything is. What it saw must be what the workers' turns, of which each thread notes how
 * many it did, come to. All CTAs must be resident at once, so there are 4 on each unit, 60 on the
 * paper's 15, and fewer units have fewer.
 */
public final class Flags extends UnitWorkload {
  private static final WorkloadOption.Whole CTAS =
      new WorkloadOption.Whole("ctas", "CTAs on each compute unit.", 4, 1, 64);
  private static final WorkloadOption.Whole BLOCK =
      new WorkloadOption.Whole("block", "Threads of a CTA.", 32, 1, 1024);
  private static final WorkloadOption.Whole ACCESSES =
      new WorkloadOption.Whole(
          "accesses",
          "Additions in shared memory of the main CTA's threads in each repetition; a worker's do a"
              + " quarter as many in a turn.",
          16,
          1,
          1 << 10);
  private static final WorkloadOption.Whole CHANCE =
      new WorkloadOption.Whole("chance", "Of 100 turns how many make dirty.", 33, 0, 100);
  private static final WorkloadOption.Whole LEAST =
      new WorkloadOption.Whole("least", "Turns that every worker does at least.", 1, 1, 1 << 16);
  private static final int MOST = 1 << 16;
  private static final float PER_CENT = 100;

  public Flags(KernelLibrary kernels) {
    super(
        kernels,
        "flags",
        "Works until told to stop, counts what is dirty by relaxed additions, and meets at lftb's"
            + " barrier.");
  }

  @Override
  public String sizeMeaning() {
    return "repetitions of the main CTA's work";
  }

  @Override
  public List<NamedSize> sizes() {
    return sizes(4, 1, 2);
  }

  @Override
  protected List<WorkloadOption> ownOptions() {
    return List.of(CTAS, BLOCK, ACCESSES, CHANCE, LEAST);
  }

  @Override
  protected List<String> faults() {
    return List.of("early");
  }

  @Override
  protected String faultMeaning() {
    return "a main CTA that does not wait until the workers have stopped.";
  }

  @Override
  public WorkloadOutcome run(WorkloadContext context) {
    int repeats = SizeLimits.elements(this, context, MOST);
    UnitGrid grid = UnitGrid.of(this, context, (int) context.number(CTAS.name()));
    int accesses = (int) context.number(ACCESSES.name());
    int minimum = (int) context.number(LEAST.name());
    float cutoff = context.number(CHANCE.name()) / PER_CENT;
    int block = grid.block();
    float[] drawn = RandomInputs.floats(RandomInputs.random(context.seed()), grid.active() * block);
    for (int i = 0; i < drawn.length; i++) {
      drawn[i] = Math.abs(drawn[i]);
    }
    BarrierWords barrier = BarrierWords.of(grid);
    Device device = context.device();
    Buffer dirty = device.copyOf(new int[1]);
    Buffer turns = device.copyOf(new int[grid.active()]);
    Buffer observedDirty = device.copyOf(new int[1]);
    Buffer result = device.copyOf(new int[block]);
    kernels()
        .load(device, "heterosync_flags")
        .kernel(kernel(context, "flags", fault -> "flags_" + fault))
        .launch(
            grid.shape().asCooperative().withDynamicShared(block * Integer.BYTES),
            grid.parameter()
                .pointer(device.allocate(barrier.bytes()))
                .pointer(device.copyOf(new int[1]))
                .pointer(dirty)
                .pointer(device.copyOf(drawn))
                .pointer(turns)
                .pointer(observedDirty)
                .pointer(result)
                .word(barrier.stride())
                .word(grid.ctas())
                .word(drawn.length)
                .word(accesses)
                .word(repeats)
                .word(minimum)
                .real(cutoff)
                .bytes());
    int[] completedTurns = turns.readInts();
    int[] counted = new int[1];
    int maxTurns = 0;
    for (int cta = 0; cta < grid.active() - 1; cta++) {
      maxTurns = Math.max(maxTurns, completedTurns[cta]);
      for (int turn = 0; turn < completedTurns[cta]; turn++) {
        long position = (long) cta * block + (long) turn * grid.active();
        counted[0] += drawn[(int) (position % drawn.length)] <= cutoff ? 1 : 0;
      }
    }
    int[] expected = new int[block];
    Arrays.fill(expected, counted[0] == 0 ? 0 : repeats * accesses * accesses);
    Map<String, Long> figures = new LinkedHashMap<>();
    figures.put("ctas", (long) grid.active());
    figures.put("turns", (long) maxTurns);
    figures.put("dirty", (long) counted[0]);
    return ResultComparison.unsigned("dirty", dirty.readInts(), counted)
        .and(
            ResultComparison.unsigned(
                "dirty as the main CTA saw it", observedDirty.readInts(), counted))
        .and(ResultComparison.unsigned("result", result.readInts(), expected))
        .saying("the main CTA saw all that the workers' turns have made dirty")
        .outcome(figures);
  }
}
