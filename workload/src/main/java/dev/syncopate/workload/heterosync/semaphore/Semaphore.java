package dev.syncopate.workload.heterosync.semaphore;

import dev.syncopate.workload.heterosync.IteratedWorkload;
import dev.syncopate.workload.heterosync.LineLayout;
import dev.syncopate.workload.heterosync.Sharing;
import dev.syncopate.workload.heterosync.UnitGrid;
import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.host.SizeLimits;
import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.suite.WorkloadContext;
import dev.syncopate.workload.suite.WorkloadInputException;
import dev.syncopate.workload.suite.WorkloadOption;
import dev.syncopate.workload.suite.WorkloadOutcome;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * HeteroSync's reader-writer semaphores {@code sps-l}, {@code sps-g}, {@code spsbo-l} and {@code
 * spsbo-g}: one CTA of each unit writes, the others read. {@link SemaphoreOccupancy} proves who was
 * inside when, and that readers saw whole writes.
 */
public final class Semaphore extends IteratedWorkload {
  private static final WorkloadOption.Whole ACCESSES =
      new WorkloadOption.Whole(
          "accesses",
          "Loads of a reader's thread in each iteration; a writer's thread stores as many for every"
              + " reader of a unit.",
          10,
          1,
          1 << 10);
  private static final WorkloadOption.Whole PLACES =
      new WorkloadOption.Whole(
          "places",
          "Readers that may be inside at once. The program has versions of 1, 2, 10 and 120; the paper"
              + " does not say which it ran.",
          10,
          1,
          1 << 20);

  private static final WorkloadOption.Whole NOISE =
      new WorkloadOption.Whole(
          "noise",
          "Failed tries of a CTA after which it waits for up to seven turns, drawn; 0 for no noise.",
          64,
          0,
          1 << 20);

  /** Turns of the first wait, and how many more the next one has. */
  private static final int FIRST_TURNS = 1;

  private static final int MORE_TURNS_OF_WRITERS = 250;
  private static final int MORE_TURNS_OF_READERS = 5;

  private static final int SEMAPHORE_WORDS = 4;
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
            .formatted(backsOff ? " with backoff" : "", sharing.where()));
    this.backsOff = backsOff;
    this.sharing = sharing;
  }

  private static String label(boolean backsOff) {
    return backsOff ? "spsbo" : "sps";
  }

  @Override
  protected List<WorkloadOption> ownOptions() {
    return backsOff
        ? List.of(CTAS, BLOCK, ACCESSES, PLACES, BACKOFF)
        : List.of(CTAS, BLOCK, ACCESSES, PLACES, NOISE);
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
  public WorkloadOutcome run(WorkloadContext context) {
    UnitGrid grid = UnitGrid.of(this, context, (int) context.number(CTAS.name()));
    int iterations = SizeLimits.elements(this, context, MOST_ITERATIONS);
    LineLayout layout = new LineLayout(grid.block(), (int) context.number(ACCESSES.name()));
    if (grid.ctas() < 2) {
      throw new WorkloadInputException(
          "ctas of %s must be at least 2, of which one writes, not %d"
              .formatted(name(), grid.ctas()));
    }
    int places = (int) context.number(PLACES.name());
    boolean local = sharing == Sharing.LOCAL;
    int semaphores = local ? grid.units() : 1;
    long words = (long) semaphores * (grid.ctas() - 1) * layout.regionWords();
    SizeLimits.atMost(this, "words of data", words, MOST_WORDS);
    int logBytes = iterations * SemaphoreOccupancy.VISIT_WORDS * Integer.BYTES;
    int writerStep = backsOff ? MORE_TURNS_OF_WRITERS : (int) context.number(NOISE.name());
    int readerStep = backsOff ? MORE_TURNS_OF_READERS : (int) context.number(NOISE.name());
    if (backsOff && doubles(context)) {
      writerStep = 0;
      readerStep = 0;
    }

    Device device = context.device();
    Buffer data = device.copyOf(new int[(int) words]);
    Buffer log = device.allocate((long) grid.active() * logBytes);
    Buffer digests = device.allocate((long) grid.active() * grid.block() * Integer.BYTES);
    String label = label(backsOff);
    kernels()
        .load(device, "heterosync_semaphore")
        .kernel(
            kernel(
                context,
                "semaphore_%s_%s".formatted(label, sharing.suffix()),
                fault -> "semaphore_%s_%s".formatted(label, fault)))
        .launch(
            grid.shape().withDynamicShared(logBytes + grid.block() * Integer.BYTES),
            grid.parameter()
                .pointer(device.copyOf(freshSemaphores(semaphores, places)))
                .pointer(data)
                .pointer(log)
                .pointer(digests)
                .word(local ? 1 : 0)
                .word(grid.ctas())
                .word(iterations)
                .word(layout.accesses())
                .word(FIRST_TURNS)
                .word(writerStep)
                .word(readerStep)
                .bytes());

    Map<String, Long> figures = new LinkedHashMap<>();
    figures.put("visits", (long) grid.active() * iterations);
    figures.put("semaphores", (long) semaphores);
    figures.put("places", (long) places);
    return new SemaphoreOccupancy(
            data.readInts(),
            log.readInts(),
            digests.readInts(),
            grid,
            semaphores,
            places,
            iterations,
            layout)
        .check()
        .outcome(figures);
  }

  /** Of each: free places and one more, a free lock, no CTA waiting, the most the first can be. */
  private static int[] freshSemaphores(int semaphores, int places) {
    int[] words = new int[SEMAPHORE_WORDS * semaphores];
    for (int offset = 0; offset < words.length; offset += SEMAPHORE_WORDS) {
      words[offset] = places + 1;
      words[offset + SEMAPHORE_WORDS - 1] = places + 1;
    }
    return words;
  }
}
