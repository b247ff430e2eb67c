package dev.syncopate.workload.heterosync;

import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.host.SizeLimits;
import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.LaunchShape;
import dev.syncopate.workload.suite.NamedSize;
import dev.syncopate.workload.suite.Workload;
import dev.syncopate.workload.suite.WorkloadContext;
import dev.syncopate.workload.suite.WorkloadOption;
import dev.syncopate.workload.suite.WorkloadOutcome;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A critical section behind a spin lock, entered by many threads, each several times. {@link
 * VisitLog} proves from what the section left behind that it was exclusive and that each visitor
 * saw everything its predecessor wrote.
 */
public final class SpinMutex implements Workload {
  private static final WorkloadOption.Choice VARIANT =
      new WorkloadOption.Choice(
          "variant",
          "Who locks how: one thread a CTA with fences, the same with order and scope on the lock,"
              + " every thread (needs independent thread scheduling), every thread a lock of its"
              + " CTA at CTA scope; or, wrong on purpose, one thread a CTA without fences.",
          List.of("cta", "scoped", "lane", "local", "unfenced"));
  private static final WorkloadOption.Whole ACQUIRES =
      new WorkloadOption.Whole("acquires", "Times each thread enters.", 2, 1, 1 << 16);
  private static final WorkloadOption.Whole BLOCK =
      new WorkloadOption.Whole("block", "Threads of a CTA.", 32, 1, 1024);
  private static final WorkloadOption.Whole WORK =
      new WorkloadOption.Whole("work", "Steps of arithmetic in the section.", 16, 0, 1 << 20);
  private static final WorkloadOption.Whole BACKOFF =
      new WorkloadOption.Whole(
          "backoff",
          "First wait after a failed attempt in ns, doubled up to 4096; 0 spins.",
          0,
          0,
          4096);

  private static final int MOST = 1 << 20;
  private static final int MOST_VISITS = 1 << 24;

  private final KernelLibrary kernels;

  public SpinMutex() {
    this(KernelLibrary.bundled());
  }

  /** With other PTX of the same kernels. */
  public SpinMutex(KernelLibrary kernels) {
    this.kernels = kernels;
  }

  @Override
  public String name() {
    return "spinmutex";
  }

  @Override
  public String description() {
    return "Enters a critical section behind a spin lock from every CTA or thread.";
  }

  @Override
  public String sizeMeaning() {
    return "CTAs";
  }

  @Override
  public List<NamedSize> sizes() {
    return List.of(
        new NamedSize("medium", 80), new NamedSize("small", 8), new NamedSize("large", 320));
  }

  @Override
  public List<WorkloadOption> options() {
    return List.of(VARIANT, ACQUIRES, BLOCK, WORK, BACKOFF);
  }

  @Override
  public WorkloadOutcome run(WorkloadContext context) {
    int ctas = SizeLimits.elements(this, context, MOST);
    int block = (int) context.number(BLOCK.name());
    int acquires = (int) context.number(ACQUIRES.name());
    int work = (int) context.number(WORK.name());
    String variant = context.word(VARIANT.name());
    boolean local = variant.equals("local");
    boolean everyThread = local || variant.equals("lane");
    long visits = (long) ctas * (everyThread ? block : 1) * acquires;
    SizeLimits.atMost(this, "number of visits", visits, MOST_VISITS);

    Device device = context.device();
    Buffer sections = device.copyOf(VisitLog.freshSections(local ? ctas : 1));
    Buffer log = device.allocate(visits * VisitLog.VISIT_BYTES);
    kernels
        .load(device, "spinmutex")
        .kernel("mutex_" + variant)
        .launch(
            LaunchShape.of(ctas, block),
            sections,
            log,
            acquires,
            work,
            (int) context.number(BACKOFF.name()));

    Map<String, Long> figures = new LinkedHashMap<>();
    figures.put("visits", visits);
    figures.put("sections", local ? (long) ctas : 1L);
    VisitLog evidence = new VisitLog(sections.readInts(), log.readInts(), acquires, work);
    return evidence.check().outcome(figures);
  }
}
