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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * HeteroSync's {@code sl}: some CTAs write words under a sequence number, the others read them and
 * try again if the number changed meanwhile. Words are a function of the number, by which readers
 * tell a torn snapshot; numbers never run backwards, and at the end every write has been counted.
 */
public final class Seqlocks extends DividedWorkload {
  private static final WorkloadOption.Whole CTAS = ctas(512);
  private static final WorkloadOption.Whole BLOCK = block(128);
  private static final WorkloadOption.Whole EVERY =
      new WorkloadOption.Whole("every", "CTAs of which one writes.", 16, 1, 1 << 14);
  private static final WorkloadOption.Whole LOCKS =
      new WorkloadOption.Whole(
          "locks", "Sequence numbers; CTA i uses number i mod locks.", 4, 1, 1 << 10);
  private static final int SEEN_WORDS = 4;

  /** Words of a lock: the warps of a CTA read or write the same ones. */
  private static final int LANES = 32;

  private static final int ODD = 0x9E37_79B1;
  private static final int MOST = 1 << 16;

  public Seqlocks(KernelLibrary kernels) {
    super(kernels, "sl", "Reads words under sequence numbers while few CTAs write them.");
  }

  @Override
  public String sizeMeaning() {
    return "reads or writes of each CTA";
  }

  @Override
  public List<NamedSize> sizes() {
    return sizes(10, 1, 2);
  }

  @Override
  protected List<WorkloadOption> ownOptions() {
    return List.of(CTAS, BLOCK, EVERY, LOCKS);
  }

  @Override
  protected List<String> faults() {
    return List.of("careless");
  }

  @Override
  protected String faultMeaning() {
    return "readers that do not try again.";
  }

  @Override
  public WorkloadOutcome run(WorkloadContext context) {
    int iterations = SizeLimits.elements(this, context, MOST);
    int ctas = (int) context.number(CTAS.name());
    int interval = (int) context.number(EVERY.name());
    int locks = (int) context.number(LOCKS.name());
    UnitGrid grid = UnitGrid.dealt(this, context, ctas);
    int block = grid.block();
    int[] numbers = new int[locks];
    for (int cta = 0; cta < ctas; cta += interval) {
      numbers[cta % locks] += 2 * iterations;
    }
    Device device = context.device();
    Buffer number = device.copyOf(new int[locks]);
    Buffer first = device.copyOf(snapshots(new int[locks], block, 0));
    Buffer second = device.copyOf(snapshots(new int[locks], block, 1));
    Buffer snapshotBuffer = device.copyOf(new int[SEEN_WORDS * ctas * block]);
    kernels()
        .load(device, "heterosync_relaxed")
        .kernel(kernel(context, "seqlocks", fault -> "seqlocks_" + fault))
        .launch(
            grid.shape(),
            grid.parameter()
                .pointer(number)
                .pointer(first)
                .pointer(second)
                .pointer(snapshotBuffer)
                .word(ctas)
                .word(interval)
                .word(locks)
                .word(iterations)
                .bytes());
    int[] saw = snapshotBuffer.readInts();
    long tries = 0;
    long readers = 0;
    ResultComparison torn = new ResultComparison(true, "");
    for (int cta = 0; cta < ctas; cta++) {
      readers += cta % interval == 0 ? 0 : 1;
      tries += saw[SEEN_WORDS * cta * block + 1];
      for (int thread = cta * block; thread < (cta + 1) * block && torn.equal(); thread++) {
        torn = untorn(thread, saw, numbers[cta % locks]);
      }
    }
    Map<String, Long> figures = new LinkedHashMap<>();
    figures.put("reads", readers * iterations);
    figures.put("retries", tries - readers * iterations);
    figures.put("writes", (ctas - readers) * iterations);
    return torn.and(ResultComparison.unsigned("sequence numbers", number.readInts(), numbers))
        .and(ResultComparison.unsigned("words", first.readInts(), snapshots(numbers, block, 0)))
        .and(ResultComparison.unsigned("words", second.readInts(), snapshots(numbers, block, 1)))
        .saying("no snapshot torn, every write counted")
        .outcome(figures);
  }

  private static ResultComparison untorn(int thread, int[] saw, int end) {
    int offset = SEEN_WORDS * thread;
    if (saw[offset] != 0) {
      return ResultComparison.wrong(
          "thread %d took %d torn snapshots".formatted(thread, saw[offset]));
    }
    if (saw[offset + 3] != 0 || saw[offset + 2] < 0 || saw[offset + 2] > end) {
      return ResultComparison.wrong(
          "thread %d saw the sequence number run backwards or beyond %d: last %d"
              .formatted(thread, end, saw[offset + 2]));
    }
    return new ResultComparison(true, "");
  }

  /** The first or the second word of each lock and lane; a small CTA does not write all lanes. */
  private static int[] snapshots(int[] numbers, int block, int wordIndex) {
    int[] words = new int[numbers.length * LANES];
    for (int i = 0; i < words.length; i++) {
      int lane = i % LANES;
      int number = lane < block ? numbers[i / LANES] : 0;
      words[i] = Mixing.mixed(number + (2 * lane + wordIndex + 1) * ODD);
    }
    return words;
  }
}
