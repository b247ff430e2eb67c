package dev.syncopate.workload.heterosync.mutex;

import dev.syncopate.workload.heterosync.IteratedWorkload;
import dev.syncopate.workload.heterosync.Sharing;
import dev.syncopate.workload.heterosync.UnitGrid;
import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.host.Sizes;
import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.suite.Context;
import dev.syncopate.workload.suite.Option;
import dev.syncopate.workload.suite.Outcome;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Critical sections behind one of HeteroSync's mutexes: {@code spm-l}, {@code spm-g}, and so on
 * (heterosync Algorithm 1). {@link VisitOrder} proves that they were one after the other.
 */
public final class Mutex extends IteratedWorkload {
  private static final Option.Whole ACCESSES =
      new Option.Whole(
          "accesses", "Loads and stores of each thread in a critical section.", 10, 2, 1 << 10);
  private static final Option.Whole BACKOFF =
      new Option.Whole(
          "backoff",
          "First wait after a failed try in ns; the next ones are twice as long.",
          64,
          1,
          1 << 16);
  private static final Option.Whole LONGEST =
      new Option.Whole("longest", "Longest wait after a failed try in ns.", 1024, 1, 1 << 20);

  private static final int LINE_WORDS = 32;

  /** Slot 0 of the ring starts with ticket 0; the others with one that is none of theirs. */
  private static final int NO_TICKET = -1;

  private static final int MOST_VISITS = 1 << 22;
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
  protected List<Option> ownOptions() {
    return backsOff()
        ? List.of(CTAS, BLOCK, ACCESSES, BACKOFF, LONGEST)
        : List.of(CTAS, BLOCK, ACCESSES);
  }

  @Override
  protected List<String> faults() {
    return List.of("unordered", "open");
  }

  @Override
  protected String faultMeaning() {
    return "a mutex at GPU scope that orders nothing, or one that keeps nobody out.";
  }

  @Override
  public Outcome run(Context context) {
    UnitGrid grid = UnitGrid.of(this, context, (int) context.number(CTAS.name()));
    int iterations = Sizes.elements(this, context, MOST_VISITS);
    int accesses = (int) context.number(ACCESSES.name());
    boolean local = sharing == Sharing.LOCAL;
    int sections = local ? grid.units() : 1;
    int ring = local ? grid.ctas() : grid.active();
    long visits = (long) grid.active() * iterations;
    Sizes.atMost(this, "number of visits", visits, MOST_VISITS);
    Sizes.atMost(this, "words of data", (long) sections * accesses * grid.block(), MOST_WORDS);

    Device device = context.device();
    Buffer mutexes = device.copyOf(freshMutexes(sections, ring));
    Buffer data = device.copyOf(VisitOrder.freshData(sections, accesses, grid.block()));
    Buffer log = device.allocate(visits * VisitOrder.VISIT_BYTES);
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
            grid.shape(),
            grid.parameter()
                .pointer(mutexes)
                .pointer(data)
                .pointer(log)
                .word(ring)
                .word(local ? 1 : 0)
                .word(iterations)
                .word(accesses)
                .word(backsOff() ? (int) context.number(BACKOFF.name()) : 0)
                .word(backsOff() ? (int) context.number(LONGEST.name()) : 0)
                .bytes());

    Map<String, Long> figures = new LinkedHashMap<>();
    figures.put("visits", visits);
    figures.put("sections", (long) sections);
    return new VisitOrder(data.readInts(), log.readInts(), sections, accesses, iterations)
        .check()
        .outcome(figures);
  }

  private boolean backsOff() {
    return kind == MutexKind.SPMBO;
  }

  private static int[] freshMutexes(int sections, int ring) {
    int lines = 2 + ring;
    int[] words = new int[sections * lines * LINE_WORDS];
    for (int section = 0; section < sections; section++) {
      for (int slot = 1; slot < ring; slot++) {
        words[(section * lines + 2 + slot) * LINE_WORDS] = NO_TICKET;
      }
    }
    return words;
  }
}
