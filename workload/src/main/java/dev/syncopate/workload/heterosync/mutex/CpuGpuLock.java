package dev.syncopate.workload.heterosync.mutex;

import dev.syncopate.workload.heterosync.IteratedWorkload;
import dev.syncopate.workload.heterosync.LineLayout;
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
 * A mutex at system scope that CTAs and the CPU hand to one another, while the kernel runs. The CPU
 * is a visitor like any CTA, and {@link VisitOrder} proves that visits were one after the other.
 */
public final class CpuGpuLock extends IteratedWorkload {
  private static final WorkloadOption.Choice LOCK =
      new WorkloadOption.Choice(
          "lock",
          "A ticket lock, which serves all in turn, or a test-and-set lock.",
          List.of("ticket", "spin"));
  private static final WorkloadOption.Whole ACCESSES =
      new WorkloadOption.Whole(
          "accesses", "Loads and stores of each thread in a critical section.", 10, 2, 1 << 10);

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
  protected List<WorkloadOption> ownOptions() {
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
  public WorkloadOutcome run(WorkloadContext context) {
    Device device = context.device();
    if (device.machine().cpu().cores() == 0) {
      throw new WorkloadInputException(
          "%s needs a CPU, and %s has none; --set cpu.cores=1 gives it one"
              .formatted(name(), device.machine().name()));
    }
    UnitGrid grid = UnitGrid.of(this, context, (int) context.number(CTAS.name()));
    int iterations = SizeLimits.elements(this, context, MOST_ITERATIONS);
    LineLayout layout = new LineLayout(grid.block(), (int) context.number(ACCESSES.name()));
    boolean ticket = context.word(LOCK.name()).equals("ticket");
    int visitors = grid.active() + 1;
    int logBytes = iterations * VisitOrder.VISIT_BYTES;
    SizeLimits.atMost(this, "words of data", layout.regionWords(), MOST_WORDS);

    Buffer heads = device.allocate("heads", Integer.BYTES);
    Buffer tails = device.allocate("tails", Integer.BYTES);
    Buffer data = device.copyOf(VisitOrder.freshData(1, layout));
    Buffer log = device.allocate((long) visitors * logBytes);
    Buffer digests = device.allocate((long) visitors * grid.block() * Integer.BYTES);
    CpuVisits host =
        new CpuVisits(
            ticket,
            !context.word(FAULT).equals("unordered-cpu"),
            heads.address(),
            tails.address(),
            data.address(),
            log.address() + (long) grid.active() * logBytes,
            digests.address() + (long) grid.active() * grid.block() * Integer.BYTES,
            visitors,
            iterations,
            layout);
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
            grid.shape().withDynamicShared(logBytes),
            grid.parameter()
                .pointer(heads)
                .pointer(tails)
                .pointer(tails) // of rings there are none
                .pointer(data)
                .pointer(log)
                .pointer(digests)
                .word(0)
                .word(0)
                .word(0)
                .word(0)
                .word(iterations)
                .word(layout.accesses())
                .word(1)
                .word(0)
                .bytes());

    Map<String, Long> figures = new LinkedHashMap<>();
    figures.put("visits", (long) visitors * iterations);
    figures.put("visits.cpu", (long) iterations);
    return new VisitOrder(
            data.readInts(), log.readInts(), digests.readInts(), 1, iterations, layout)
        .check()
        .outcome(figures);
  }
}
