package dev.syncopate.workload.heterosync.relaxed;

import dev.syncopate.workload.heterosync.DividedWorkload;
import dev.syncopate.workload.heterosync.UnitGrid;
import dev.syncopate.workload.host.Comparison;
import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.host.Sizes;
import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.suite.Context;
import dev.syncopate.workload.suite.Option;
import dev.syncopate.workload.suite.Outcome;
import dev.syncopate.workload.suite.Size;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * HeteroSync's {@code sl}: few threads write some words under a sequence number, many read them and
 * try again if the number changed meanwhile. Words are a function of the number, by which readers
 * tell a torn snapshot; numbers never run backwards, and at the end every write has been counted.
 */
public final class Seqlocks extends DividedWorkload {
  private static final Option.Whole CTAS = ctas(512);
  private static final Option.Whole BLOCK = block(32);
  private static final Option.Whole EVERY =
      new Option.Whole("every", "CTAs of which one writes, by one thread.", 128, 1, 1 << 14);
  private static final Option.Whole WORDS =
      new Option.Whole("words", "Words under the sequence number.", 4, 1, 1 << 10);
  private static final Option.Whole PAUSE =
      new Option.Whole("pause", "Time between two writes of a thread in ns.", 2000, 0, 1_000_000);
  private static final int SEEN_WORDS = 4;
  private static final int ODD = 0x9E37_79B1;
  private static final int MOST = 1 << 16;

  public Seqlocks(KernelLibrary kernels) {
    super(kernels, "sl", "Reads words under a sequence number while few threads write them.");
  }

  @Override
  public String sizeMeaning() {
    return "reads or writes of each thread";
  }

  @Override
  public List<Size> sizes() {
    return sizes(10, 2, 5);
  }

  @Override
  protected List<Option> ownOptions() {
    return List.of(CTAS, BLOCK, EVERY, WORDS, PAUSE);
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
  public Outcome run(Context context) {
    int iterations = Sizes.elements(this, context, MOST);
    int ctas = (int) context.number(CTAS.name());
    int every = (int) context.number(EVERY.name());
    int n = (int) context.number(WORDS.name());
    UnitGrid grid = UnitGrid.dealt(this, context, ctas);
    int threads = ctas * grid.block();
    Device device = context.device();
    Buffer number = device.copyOf(new int[1]);
    Buffer words = device.copyOf(snapshot(0, n));
    Buffer seen = device.copyOf(new int[SEEN_WORDS * threads]);
    kernels()
        .load(device, "heterosync_relaxed")
        .kernel(kernel(context, "seqlocks", fault -> "seqlocks_" + fault))
        .launch(
            grid.shape(),
            grid.parameter()
                .pointer(number)
                .pointer(words)
                .pointer(seen)
                .word(ctas)
                .word(every)
                .word(n)
                .word(iterations)
                .word((int) context.number(PAUSE.name()))
                .bytes());
    int writes = Math.ceilDiv(ctas, every) * iterations;
    int[] saw = seen.readInts();
    long tries = 0;
    Comparison torn = new Comparison(true, "");
    for (int thread = 0; thread < threads; thread++) {
      tries += saw[SEEN_WORDS * thread + 1];
      torn = torn.equal() ? untorn(thread, saw, 2 * writes) : torn;
    }
    long reads = (long) (ctas - Math.ceilDiv(ctas, every)) * grid.block() * iterations;
    Map<String, Long> figures = new LinkedHashMap<>();
    figures.put("reads", reads);
    figures.put("retries", tries - reads);
    figures.put("writes", (long) writes);
    if (!torn.equal()) {
      return torn.outcome(figures);
    }
    Comparison counted =
        Comparison.unsigned("sequence number", number.readInts(), new int[] {2 * writes});
    return (counted.equal()
            ? Comparison.unsigned("words", words.readInts(), snapshot(2 * writes, n))
            : counted)
        .saying("no snapshot torn, every write counted")
        .outcome(figures);
  }

  private static Comparison untorn(int thread, int[] saw, int end) {
    int at = SEEN_WORDS * thread;
    if (saw[at] != 0) {
      return Comparison.wrong("thread %d took %d torn snapshots".formatted(thread, saw[at]));
    }
    if (saw[at + 3] != 0 || saw[at + 2] < 0 || saw[at + 2] > end) {
      return Comparison.wrong(
          "thread %d saw the sequence number run backwards or beyond %d: last %d"
              .formatted(thread, end, saw[at + 2]));
    }
    return new Comparison(true, "");
  }

  private static int[] snapshot(int number, int n) {
    int[] words = new int[n];
    for (int i = 0; i < n; i++) {
      words[i] = Mixing.mixed(number + (i + 1) * ODD);
    }
    return words;
  }
}
