package dev.syncopate.workload.heterosync.relaxed;

import dev.syncopate.workload.heterosync.UnitGrid;
import dev.syncopate.workload.heterosync.UnitWorkload;
import dev.syncopate.workload.heterosync.barrier.BarrierWords;
import dev.syncopate.workload.host.Comparison;
import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.host.Sizes;
import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.suite.Context;
import dev.syncopate.workload.suite.Option;
import dev.syncopate.workload.suite.Outcome;
import dev.syncopate.workload.suite.Size;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * HeteroSync's {@code flags}: workers loop until the main thread sets a flag to stop, and now and
 * then set one of those that say what is dirty; after the lock-free tree barrier the main thread
 * looks at these. It must see exactly those that the workers' turns, of which each notes how many
 * it did, have set. All CTAs must be resident at once, so there are 4 on each unit, 60 on the
 * paper's 15, and fewer units have fewer; the work is divided among them.
 */
public final class Flags extends UnitWorkload {
  private static final Option.Whole CTAS =
      new Option.Whole("ctas", "CTAs on each compute unit.", 4, 1, 64);
  private static final Option.Whole BLOCK =
      new Option.Whole("block", "Threads of a CTA.", 32, 1, 1024);
  private static final Option.Whole FLAGS =
      new Option.Whole("flags", "Flags that say what is dirty.", 1024, 1, 1 << 20);
  private static final Option.Whole EVERY =
      new Option.Whole(
          "every", "Turns of a thread of which one sets a flag, on average.", 64, 1, 1 << 20);
  private static final Option.Whole ACCESSES =
      new Option.Whole("accesses", "Loads and stores of each thread in a turn.", 10, 0, 1 << 10);
  private static final int FIRST_WAIT = 32;
  private static final int LONGEST_WAIT = 128;
  private static final int ODD = 0x9E37_79B1;
  private static final int MOST = 1 << 24;

  public Flags(KernelLibrary kernels) {
    super(
        kernels,
        "flags",
        "Works until told to stop, sets flags by relaxed stores, and meets at lftb's barrier.");
  }

  @Override
  public String sizeMeaning() {
    return "turns that the main thread's CTA and all others would do together";
  }

  @Override
  public List<Size> sizes() {
    return sizes(6000, 96, 1200);
  }

  @Override
  protected List<Option> ownOptions() {
    return List.of(CTAS, BLOCK, FLAGS, EVERY, ACCESSES);
  }

  @Override
  protected List<String> faults() {
    return List.of("early");
  }

  @Override
  protected String faultMeaning() {
    return "a main thread that does not wait until the workers have stopped.";
  }

  @Override
  public Outcome run(Context context) {
    int work = Sizes.elements(this, context, MOST);
    UnitGrid grid = UnitGrid.of(this, context, (int) context.number(CTAS.name()));
    int flags = (int) context.number(FLAGS.name());
    int every = (int) context.number(EVERY.name());
    int accesses = (int) context.number(ACCESSES.name());
    int mainTurns = Math.ceilDiv(work, grid.active());
    BarrierWords barrier = BarrierWords.of(grid);
    int words = Math.max(1, grid.active() * accesses * grid.block());
    Device device = context.device();
    Buffer found = device.copyOf(new int[flags]);
    Buffer dirty = device.copyOf(new int[flags]);
    Buffer data = device.copyOf(new int[words]);
    Buffer turns = device.copyOf(new int[grid.active()]);
    kernels()
        .load(device, "heterosync_flags")
        .kernel(kernel(context, "flags", fault -> "flags_" + fault))
        .launch(
            grid.shape().asCooperative(),
            grid.parameter()
                .pointer(device.allocate(barrier.bytes()))
                .pointer(device.copyOf(new int[1]))
                .pointer(dirty)
                .pointer(found)
                .pointer(data)
                .pointer(turns)
                .word(barrier.place())
                .word(grid.ctas())
                .word(flags)
                .word(every)
                .word(mainTurns)
                .word(accesses)
                .word(FIRST_WAIT)
                .word(LONGEST_WAIT)
                .bytes());
    int[] done = turns.readInts();
    int[] expected = new int[flags];
    int[] counted = new int[words];
    for (int cta = 0; cta < done.length; cta++) {
      int region = accesses * grid.block();
      Arrays.fill(counted, cta * region, (cta + 1) * region, done[cta]);
      for (int t = 0; cta > 0 && t < grid.block(); t++) {
        for (int turn = 0; turn < done[cta]; turn++) {
          int drawn = Mixing.mixed(cta * grid.block() + t + turn * ODD);
          if (Integer.remainderUnsigned(drawn, every) == 0) {
            expected[Integer.remainderUnsigned(Integer.divideUnsigned(drawn, every), flags)] = 1;
          }
        }
      }
    }
    Map<String, Long> figures = new LinkedHashMap<>();
    figures.put("ctas", (long) grid.active());
    figures.put("turns", Arrays.stream(done).asLongStream().sum());
    figures.put("dirty", Arrays.stream(expected).asLongStream().sum());
    for (Comparison comparison :
        List.of(
            Comparison.unsigned(
                "turns of the main CTA", Arrays.copyOf(done, 1), new int[] {mainTurns}),
            Comparison.unsigned("data", data.readInts(), counted),
            Comparison.unsigned("flags", dirty.readInts(), expected))) {
      if (!comparison.equal()) {
        return comparison.outcome(figures);
      }
    }
    return Comparison.unsigned("flags seen", found.readInts(), expected)
        .saying("the main thread saw all flags that the workers' turns have set, and no other")
        .outcome(figures);
  }
}
