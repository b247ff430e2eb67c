package dev.syncopate.workload.heterosync.mutex;

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
 * One mutex at system scope that CTAs and the CPU hand to one another, while the kernel runs. The
 * CPU is a visitor like any CTA, and {@link VisitOrder} proves that visits were one after the
 * other.
 */
public final class CpuGpuLock extends IteratedWorkload {
  private static final Option.Choice LOCK =
      new Option.Choice(
          "lock",
          "A ticket lock, which serves all in turn, or a test-and-set lock.",
          List.of("ticket", "spin"));
  private static final Option.Whole ACCESSES =
      new Option.Whole(
          "accesses", "Loads and stores of each thread in a critical section.", 10, 2, 1 << 10);

  /** Of the spin lock, in ns: without one, units that poll keep the CPU out for long. */
  private static final int FIRST_WAIT = 64;

  private static final int LONGEST_WAIT = 1024;
  private static final int LINE_WORDS = 32;
  private static final int MOST_VISITS = 1 << 20;
  private static final int MOST_WORDS = 1 << 20;

  public CpuGpuLock() {
    this(KernelLibrary.bundled());
  }

  /** With other PTX of the same kernels. */
  public CpuGpuLock(KernelLibrary kernels) {
    super(
        kernels,
        "cpu-gpu-lock",
        "Critical sections behind a lock at system scope that CTAs and the CPU take in turn.");
  }

  @Override
  protected List<Option> ownOptions() {
    return List.of(LOCK, CTAS, BLOCK, ACCESSES);
  }

  @Override
  protected List<String> faults() {
    return List.of("unordered", "open", "unordered-cpu");
  }

  @Override
  protected String faultMeaning() {
    return "a lock whose kernel orders nothing, one that lets every CTA in, or one whose host code"
        + " orders nothing.";
  }

  @Override
  public Outcome run(Context context) {
    Device device = context.device();
    if (device.machine().cpu().cores() == 0) {
      throw new WorkloadInputException(
          "%s needs a CPU, and %s has none; --set cpu.cores=1 gives it one"
              .formatted(name(), device.machine().name()));
    }
    UnitGrid grid = UnitGrid.of(this, context, (int) context.number(CTAS.name()));
    int iterations = Sizes.elements(this, context, MOST_VISITS);
    int accesses = (int) context.number(ACCESSES.name());
    boolean ticket = context.word(LOCK.name()).equals("ticket");
    int visitors = grid.active() + 1;
    Sizes.atMost(this, "number of visits", (long) visitors * iterations, MOST_VISITS);
    Sizes.atMost(this, "words of data", (long) accesses * grid.block(), MOST_WORDS);

    Buffer mutex = device.allocate("mutex", 2 * LINE_WORDS * Integer.BYTES);
    Buffer data = device.copyOf(VisitOrder.freshData(1, accesses, grid.block()));
    Buffer log = device.allocate((long) visitors * iterations * VisitOrder.VISIT_BYTES);
    CpuVisits host =
        new CpuVisits(
            ticket,
            !context.word(FAULT).equals("unordered-cpu"),
            mutex.address(),
            data.address(),
            log.address() + (long) grid.active() * iterations * VisitOrder.VISIT_BYTES,
            visitors,
            iterations,
            accesses,
            grid.block());
    String kernel = ticket ? "mutex_fam_s" : "mutex_spm_s";
    kernels()
        .load(device, "heterosync_mutex")
        .kernel(
            kernel(
                context,
                kernel,
                fault ->
                    switch (fault) {
                      case "open" -> "mutex_open";
                      case "unordered" -> kernel + "_unordered";
                      default -> kernel;
                    }))
        .launchBeside(
            host,
            grid.shape(),
            grid.parameter()
                .pointer(mutex)
                .pointer(data)
                .pointer(log)
                .word(0)
                .word(0)
                .word(iterations)
                .word(accesses)
                .word(FIRST_WAIT)
                .word(LONGEST_WAIT)
                .bytes());

    Map<String, Long> figures = new LinkedHashMap<>();
    figures.put("visits", (long) visitors * iterations);
    figures.put("visits.cpu", (long) iterations);
    return new VisitOrder(data.readInts(), log.readInts(), 1, accesses, iterations)
        .check()
        .outcome(figures);
  }
}
