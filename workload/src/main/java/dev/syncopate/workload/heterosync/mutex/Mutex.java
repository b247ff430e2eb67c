package dev.syncopate.workload.heterosync.mutex;

import dev.syncopate.workload.heterosync.IteratedWorkload;
import dev.syncopate.workload.heterosync.LineLayout;
import dev.syncopate.workload.heterosync.Sharing;
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
 * Critical sections behind one of HeteroSync's mutexes: {@code spm-l}, {@code spm-g}, and so on
 * (heterosync Algorithm 1). {@link VisitOrder} proves that they were one after the other.
 */
public final class Mutex extends IteratedWorkload {
  private static final WorkloadOption.Whole ACCESSES =
      new WorkloadOption.Whole(
          "accesses", "Loads and stores of each thread in a critical section.", 10, 2, 1 << 10);

  /** Turns of the first wait, and how many more the next one has. */
  private static final int FIRST_TURNS = 10;

  private static final int MORE_TURNS = 5;

  private static final int MOST_WORDS = 1 << 26;

  private final MutexKind kind;
  private final Sharing sharing;

  public Mutex(MutexKind kind, Sharing sharing) {
    this(kind, sharing, KernelLibrary.bundled());
  }

  /** With other PTX of the same kernels. */
  public Mutex(MutexKind kind, Sharing sharing, KernelLibrary kernels) {
    super(
        kernels,
        kind.label() + "-" + sharing.suffix(),
        "Critical sections behind %s, %s.".formatted(kind.description(), sharing.where()));
    this.kind = kind;
    this.sharing = sharing;
  }

  @Override
  protected List<WorkloadOption> ownOptions() {
    return backsOff() ? List.of(CTAS, BLOCK, ACCESSES, BACKOFF) : List.of(CTAS, BLOCK, ACCESSES);
  }

  @Override
  protected List<String> faults() {
    return List.of("unordered", "open");
  }

  @Override
  protected String faultMeaning() {
    return "a mutex at GPU scope that orders nothing, or one that keeps no thread out.";
  }

  @Override
  public WorkloadOutcome run(WorkloadContext context) {
    UnitGrid grid = UnitGrid.of(this, context, (int) context.number(CTAS.name()));
    int iterations = SizeLimits.elements(this, context, MOST_ITERATIONS);
    LineLayout layout = new LineLayout(grid.block(), (int) context.number(ACCESSES.name()));
    boolean local = sharing == Sharing.LOCAL;
    int sections = local ? grid.units() : 1;
    MutexWords words = MutexWords.of(grid);
    long visits = (long) grid.active() * iterations;
    SizeLimits.atMost(this, "words of rings", words.ringWords(), MOST_WORDS);
    SizeLimits.atMost(this, "words of data", (long) sections * layout.regionWords(), MOST_WORDS);
    boolean doubles = backsOff() && doubles(context);

    Device device = context.device();
    Buffer data = device.copyOf(VisitOrder.freshData(sections, layout));
    Buffer log = device.allocate(visits * VisitOrder.VISIT_BYTES);
    Buffer digests = device.allocate((long) grid.active() * grid.block() * Integer.BYTES);
    kernels()
        .load(device, "heterosync_mutex")
        .kernel(
            kernel(
                context,
                "mutex_%s_%s".formatted(kind.label(), sharing.suffix()),
                fault ->
                    fault.equals("open")
                        ? "mutex_open"
                        : "mutex_%s_%s".formatted(kind.label(), fault)))
        .launch(
            grid.shape().withDynamicShared(iterations * VisitOrder.VISIT_BYTES),
            grid.parameter()
                .pointer(device.copyOf(new int[words.words()]))
                .pointer(device.copyOf(new int[words.words()]))
                .pointer(device.copyOf(words.freshRings()))
                .pointer(data)
                .pointer(log)
                .pointer(digests)
                .word(kind.number(sharing))
                .word(words.slots())
                .word(words.slots() - 1)
                .word(local ? 1 : 0)
                .word(iterations)
                .word(layout.accesses())
                .word(doubles ? 1 : FIRST_TURNS)
                .word(doubles ? 0 : MORE_TURNS)
                .bytes());

    Map<String, Long> figures = new LinkedHashMap<>();
    figures.put("visits", visits);
    figures.put("sections", (long) sections);
    return new VisitOrder(
            data.readInts(), log.readInts(), digests.readInts(), sections, iterations, layout)
        .check()
        .outcome(figures);
  }

  private boolean backsOff() {
    return kind == MutexKind.SPMBO;
  }
}
