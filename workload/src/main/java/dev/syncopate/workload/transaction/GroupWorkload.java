package dev.syncopate.workload.transaction;

import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.host.RandomInputs;
import dev.syncopate.workload.host.SizeLimits;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.suite.NamedSize;
import dev.syncopate.workload.suite.Workload;
import dev.syncopate.workload.suite.WorkloadContext;
import dev.syncopate.workload.suite.WorkloadOption;
import dev.syncopate.workload.suite.WorkloadOutcome;
import java.util.ArrayList;
import java.util.List;

/** Common part of the suite's workloads: CTAs that each work on their shared memory. */
abstract class GroupWorkload implements Workload {
  /** How critical sections are executed; the kernels' names end in these words. */
  static final WorkloadOption.Choice VARIANT =
      new WorkloadOption.Choice(
          "variant",
          "How a critical section is executed: as a transaction; as one that takes a lock once it was"
              + " given up; one thread of the CTA after the"
              + " other; behind one lock; behind a lock for each thing it touches; or by atomics"
              + " without any section.",
          List.of("tx", "fallback", "serial", "coarse", "locks", "atomics"));

  private static final int MOST_GROUPS = 1 << 12;

  private final KernelLibrary kernels;
  private final String source;
  private final WorkloadOption.Whole block;

  /**
   * @param source of the kernels, behind {@code transaction_}; their names begin with it
   * @param threads of a CTA unless chosen
   * @param mostThreads for which shared memory and the kernel's packed words suffice
   */
  GroupWorkload(KernelLibrary kernels, String source, int threads, int mostThreads) {
    this.kernels = kernels;
    this.source = source;
    block = new WorkloadOption.Whole("block", "Threads of a CTA.", threads, 1, mostThreads);
  }

  /** Its own options. */
  abstract List<WorkloadOption> ownOptions();

  /** Makes the input, runs the kernel, and judges what it leaves. */
  abstract WorkloadOutcome run(TransactionRun groups);

  @Override
  public final String sizeMeaning() {
    return "CTAs, each with its own shared memory";
  }

  @Override
  public final List<NamedSize> sizes() {
    return List.of(
        new NamedSize("medium", 16), new NamedSize("small", 1), new NamedSize("large", 64));
  }

  @Override
  public final List<WorkloadOption> options() {
    List<WorkloadOption> options = new ArrayList<>(List.of(VARIANT, block));
    options.addAll(ownOptions());
    return options;
  }

  @Override
  public final WorkloadOutcome run(WorkloadContext context) {
    Device device = context.device();
    return run(
        new TransactionRun(
            context,
            device,
            kernels.load(device, "transaction_" + source),
            source,
            SizeLimits.elements(this, context, MOST_GROUPS),
            (int) context.number(block.name()),
            RandomInputs.random(context.seed())));
  }
}
