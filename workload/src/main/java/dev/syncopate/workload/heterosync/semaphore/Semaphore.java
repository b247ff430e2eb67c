package dev.syncopate.workload.heterosync.semaphore;

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
import dev.syncopate.workload.suite.WorkloadInputException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * HeteroSync's reader-writer semaphores {@code sps-l}, {@code sps-g}, {@code spsbo-l} and {@code
 * spsbo-g}: one CTA of each unit writes, the others read. {@link Occupancy} proves who was inside
 * when, and that readers saw whole writes.
 */
public final class Semaphore extends IteratedWorkload {
  private static final Option.Whole ACCESSES =
      new Option.Whole(
          "accesses",
          "Loads of a reader's thread in each iteration; a writer's thread stores as many for every"
              + " reader of a unit.",
          10,
          1,
          1 << 10);
  private static final Option.Whole PLACES =
      new Option.Whole(
          "places",
          "Readers that may be inside at once; 0 for as many as a unit has.",
          0,
          0,
          1 << 20);
  private static final Option.Whole BACKOFF =
      new Option.Whole(
          "backoff",
          "First wait after a failed try in ns, for the mutex and for room; the next ones are twice"
              + " as long.",
          64,
          1,
          1 << 16);
  private static final Option.Whole LONGEST =
      new Option.Whole("longest", "Longest wait after a failed try in ns.", 1024, 1, 1 << 20);

  private static final int SEMAPHORE_BYTES = 256;
  private static final int MOST_VISITS = 1 << 21;
  private static final int MOST_WORDS = 1 << 26;

  private final boolean backsOff;
  private final Sharing sharing;

  /**
   * @param backsOff whether who fails waits exponentially longer: SPSBO, else SPS
   */
  public Semaphore(boolean backsOff, Sharing sharing) {
    this(backsOff, sharing, KernelLibrary.bundled());
  }

  /** With other PTX of the same kernels. */
  public Semaphore(boolean backsOff, Sharing sharing, KernelLibrary kernels) {
    super(
        kernels,
        label(backsOff) + "-" + sharing.suffix(),
        "A reader-writer semaphore behind a test-and-set lock%s, %s."
            .formatted(backsOff ? " with exponential backoff" : "", sharing.where()));
    this.backsOff = backsOff;
    this.sharing = sharing;
  }

  private static String label(boolean backsOff) {
    return backsOff ? "spsbo" : "sps";
  }

  @Override
  protected List<Option> ownOptions() {
    return backsOff
        ? List.of(CTAS, BLOCK, ACCESSES, PLACES, BACKOFF, LONGEST)
        : List.of(CTAS, BLOCK, ACCESSES, PLACES);
  }

  @Override
  protected List<String> faults() {
    return List.of("barging", "crowding", "hurrying");
  }

  @Override
  protected String faultMeaning() {
    return "at GPU scope, a writer that does not wait for readers to leave, readers that do not look"
        + " for room, a writer that leaves before it has written.";
  }

  @Override
  public Outcome run(Context context) {
    UnitGrid grid = UnitGrid.of(this, context, (int) context.number(CTAS.name()));
    int iterations = Sizes.elements(this, context, MOST_VISITS);
    int accesses = (int) context.number(ACCESSES.name());
    if (grid.ctas() < 2) {
      throw new WorkloadInputException(
          "ctas of %s must be at least 2, of which one writes, not %d"
              .formatted(name(), grid.ctas()));
    }
    int readers = grid.ctas() - 1;
    int chosen = (int) context.number(PLACES.name());
    int places = chosen == 0 ? readers : chosen;
    boolean local = sharing == Sharing.LOCAL;
    int semaphores = local ? grid.units() : 1;
    int words = readers * accesses * grid.block();
    long visits = (long) grid.active() * iterations;
    Sizes.atMost(this, "number of visits", visits, MOST_VISITS);
    Sizes.atMost(this, "words of data", (long) semaphores * words, MOST_WORDS);

    Device device = context.device();
    Buffer state = device.allocate((long) semaphores * SEMAPHORE_BYTES);
    Buffer data = device.copyOf(Occupancy.freshData(semaphores, words));
    Buffer log = device.allocate(visits * Occupancy.VISIT_BYTES);
    String label = label(backsOff);
    kernels()
        .load(device, "heterosync_semaphore")
        .kernel(
            kernel(
                context,
                "semaphore_%s_%s".formatted(label, sharing.suffix()),
                fault -> "semaphore_%s_%s".formatted(label, fault)))
        .launch(
            grid.shape(),
            grid.parameter()
                .pointer(state)
                .pointer(data)
                .pointer(log)
                .word(local ? 1 : 0)
                .word(grid.ctas())
                .word(places)
                .word(iterations)
                .word(accesses)
                .word(backsOff ? (int) context.number(BACKOFF.name()) : 0)
                .word(backsOff ? (int) context.number(LONGEST.name()) : 0)
                .bytes());

    Map<String, Long> figures = new LinkedHashMap<>();
    figures.put("visits", visits);
    figures.put("semaphores", (long) semaphores);
    figures.put("places", (long) places);
    Occupancy evidence =
        new Occupancy(
            data.readInts(), log.readInts(), semaphores, grid.units(), places, iterations);
    return evidence.check().outcome(figures);
  }
}
