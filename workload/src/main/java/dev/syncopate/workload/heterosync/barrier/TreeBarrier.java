package dev.syncopate.workload.heterosync.barrier;

import dev.syncopate.workload.heterosync.IteratedWorkload;
import dev.syncopate.workload.heterosync.LineLayout;
import dev.syncopate.workload.heterosync.UnitGrid;
import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.host.SizeLimits;
import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.suite.WorkloadContext;
import dev.syncopate.workload.suite.WorkloadOption;
import dev.syncopate.workload.suite.WorkloadOutcome;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * HeteroSync's barriers {@code tb-lg}, {@code tbex-lg}, {@code lftb-lg} and {@code lftbex-lg}: CTAs
 * of a unit meet at CTA scope, one of them meets the other units at GPU scope. All CTAs must be
 * resident at once, else the launch is refused. {@link PhaseOrder} proves that no CTA went on
 * early.
 */
public final class TreeBarrier extends IteratedWorkload {
  private static final WorkloadOption.Whole ACCESSES =
      new WorkloadOption.Whole(
          "accesses",
          "Loads and stores of each thread in a phase; with local exchange, before and after it.",
          10,
          2,
          1 << 10);
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
  protected List<WorkloadOption> ownOptions() {
    return List.of(CTAS, BLOCK, ACCESSES);
  }

  @Override
  protected List<String> faults() {
    return List.of("early", "unordered");
  }

  @Override
  protected String faultMeaning() {
    return "a barrier that lets a unit's CTAs go on before the other units have come, or one that orders"
        + " nothing.";
  }

  @Override
  public WorkloadOutcome run(WorkloadContext context) {
    UnitGrid grid = UnitGrid.of(this, context, (int) context.number(CTAS.name()));
    int phases = SizeLimits.elements(this, context, MOST_ITERATIONS);
    LineLayout layout = new LineLayout(grid.block(), (int) context.number(ACCESSES.name()));
    long words = (long) grid.active() * layout.regionWords();
    SizeLimits.atMost(this, "words of data", words, MOST_WORDS);
    int timesBytes = phases * PhaseOrder.TIMES * Integer.BYTES;

    Device device = context.device();
    BarrierWords barrier = BarrierWords.of(grid);
    Buffer data = device.copyOf(layout.freshData(grid.active()));
    Buffer times = device.allocate((long) grid.active() * timesBytes);
    Buffer digests = device.allocate((long) grid.active() * grid.block() * Integer.BYTES);
    kernels()
        .load(device, "heterosync_barrier")
        .kernel(
            kernel(
                context,
                "barrier_%s_lg".formatted(kind.label()),
                fault -> "barrier_%s_%s".formatted(kind.label(), fault)))
        .launch(
            grid.shape().asCooperative().withDynamicShared(timesBytes),
            grid.parameter()
                .pointer(device.allocate(barrier.bytes()))
                .pointer(data)
                .pointer(times)
                .pointer(digests)
                .word(barrier.stride())
                .word(grid.ctas())
                .word(phases)
                .word(layout.accesses())
                .bytes());

    Map<String, Long> figures = new LinkedHashMap<>();
    figures.put("ctas", (long) grid.active());
    figures.put("phases", (long) phases);
    return new PhaseOrder(
            data.readInts(), times.readInts(), digests.readInts(), grid, phases, layout)
        .check(kind.exchanges())
        .outcome(figures);
  }
}
