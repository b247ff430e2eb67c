package dev.syncopate.workload.heterosync;

import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.suite.WorkloadOption;

/**
 * A use of relaxed atomics by a number of CTAs that does not depend on the machine, so that more
 * units share the same work (strong scaling, heterosync Table II and §IV-D).
 */
public abstract class DividedWorkload extends UnitWorkload {
  private static final String CTAS = "ctas";

  protected DividedWorkload(KernelLibrary kernels, String name, String description) {
    super(kernels, name, description);
  }

  /** CTAs of the whole grid, as many as Table II has unless told otherwise. */
  protected static WorkloadOption.Whole ctas(int table) {
    return new WorkloadOption.Whole(CTAS, "CTAs of the grid.", table, 1, 1 << 14);
  }

  /** Threads of a CTA, which the paper does not tell. */
  protected static WorkloadOption.Whole block(int threads) {
    return new WorkloadOption.Whole(UnitGrid.BLOCK, "Threads of a CTA.", threads, 1, 1024);
  }
}
