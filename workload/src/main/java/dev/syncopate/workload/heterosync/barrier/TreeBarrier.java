package dev.syncopate.workload.heterosync.barrier;

import dev.syncopate.workload.heterosync.IteratedWorkload;
import dev.syncopate.workload.heterosync.UnitGrid;
import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.host.Sizes;
import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.suite.Context;
import dev.syncopate.workload.suite.Option;
import dev.syncopate.workload.suite.Outcome;
import dev.syncopate.workload.suite.WorkloadInputException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * HeteroSync's barriers {@code tb-lg}, {@code tbex-lg}, {@code lftb-lg} and {@code lftbex-lg}: CTAs
 * of a unit meet at CTA scope, one of them meets the other units at GPU scope. All CTAs must be
 * resident at once, else the launch is refused. {@link PhaseOrder} proves that nobody went on
 * early.
 */
public final class TreeBarrier extends IteratedWorkload {
  private static final Option.Whole ACCESSES =
      new Option.Whole("accesses", "Loads and stores of each thread in a phase.", 10, 1, 1 << 10);
  private static final Option.Whole BACKOFF =
      new Option.Whole(
          "backoff",
          "First wait after a failed look in ns; the next ones are twice as long.",
          32,
          1,
          1 << 16);
  private static final Option.Whole LONGEST =
      new Option.Whole("longest", "Longest wait after a failed look in ns.", 128, 1, 1 << 20);

  private static final int MOST_PHASES = 1 << 20;
  private static final int MOST_WORDS = 1 << 26;

  private final BarrierKind kind;

  public TreeBarrier(BarrierKind kind) {
    this(kind, KernelLibrary.bundled());
  }

  /** With other PTX of the same kernels. */
  public TreeBarrier(BarrierKind kind, KernelLibrary kernels) {
    super(
        kernels,
        kind.label() + "-lg",
        kind.description() + ": in each compute unit at CTA scope, between them at GPU scope.");
    this.kind = kind;
  }

  @Override
  protected List<Option> ownOptions() {
    return kind.lockFree()
        ? List.of(CTAS, BLOCK, ACCESSES, BACKOFF, LONGEST)
        : List.of(CTAS, BLOCK, ACCESSES);
  }

  @Override
  protected List<String> faults() {
    return List.of("short", "unordered");
  }

  @Override
  protected String faultMeaning() {
    return "a barrier that lets all go on when one unit has yet to come, or one that orders nothing.";
  }

  @Override
  public Outcome run(Context context) {
    UnitGrid grid = UnitGrid.of(this, context, (int) context.number(CTAS.name()));
    int phases = Sizes.elements(this, context, MOST_PHASES);
    int accesses = (int) context.number(ACCESSES.name());
    if (kind.exchanges() && accesses % 2 != 0) {
      throw new WorkloadInputException(
          "accesses of %s must be even, half of them before the local exchange, not %d"
              .formatted(name(), accesses));
    }
    long words = (long) grid.active() * accesses * grid.block();
    Sizes.atMost(this, "words of data", words, MOST_WORDS);

    Device device = context.device();
    BarrierWords barrier = BarrierWords.of(grid);
    Buffer data = device.copyOf(PhaseOrder.freshData((int) words));
    Buffer missed = device.allocate((long) grid.active() * PhaseOrder.MISSED_BYTES);
    kernels()
        .load(device, "heterosync_barrier")
        .kernel(
            kernel(
                context,
                "barrier_%s_lg".formatted(kind.label()),
                fault -> "barrier_%s_%s".formatted(kind.label(), fault)))
        .launch(
            grid.shape().asCooperative(),
            grid.parameter()
                .pointer(device.allocate(barrier.bytes()))
                .pointer(data)
                .pointer(device.allocate(2L * grid.active() * Integer.BYTES))
                .pointer(missed)
                .word(barrier.place())
                .word(grid.ctas())
                .word(phases)
                .word(accesses)
                .word(kind.lockFree() ? (int) context.number(BACKOFF.name()) : 0)
                .word(kind.lockFree() ? (int) context.number(LONGEST.name()) : 0)
                .bytes());

    Map<String, Long> figures = new LinkedHashMap<>();
    figures.put("ctas", (long) grid.active());
    figures.put("phases", (long) phases);
    return new PhaseOrder(data.readInts(), missed.readInts(), grid, phases, accesses)
        .check(kind.exchanges())
        .outcome(figures);
  }
}
