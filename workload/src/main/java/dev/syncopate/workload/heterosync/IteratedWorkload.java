package dev.syncopate.workload.heterosync;

import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.suite.NamedSize;
import dev.syncopate.workload.suite.WorkloadContext;
import dev.syncopate.workload.suite.WorkloadOption;
import java.util.List;

/**
 * A synchronisation primitive that some CTAs on each compute unit use again and again: as many
 * units, as much more work (weak scaling, heterosync Table I and §IV-D).
 */
public abstract class IteratedWorkload extends UnitWorkload {
  /** CTAs of a unit. */
  protected static final WorkloadOption.Whole CTAS =
      new WorkloadOption.Whole("ctas", "CTAs on each compute unit.", 4, 1, 64);

  /** Threads of a CTA. The paper does not say how many: a warp of its machine. */
  protected static final WorkloadOption.Whole BLOCK =
      new WorkloadOption.Whole(UnitGrid.BLOCK, "Threads of a CTA.", 32, 1, 1024);

  /** Most iterations: what a CTA notes of each stays in shared memory until the kernel's end. */
  protected static final int MOST_ITERATIONS = 1024;

  /** Turns of waiting that {@code BackingOff} adds after each failed try. */
  protected static final WorkloadOption.Choice BACKOFF =
      new WorkloadOption.Choice(
          "backoff",
          "How much longer each wait is: by a constant, beginning again after 25 failures, as in the"
              + " program for the paper's simulator; or twice as long, as in the paper's text.",
          List.of("additive", "exponential"));

  protected IteratedWorkload(KernelLibrary kernels, String name, String description) {
    super(kernels, name, description);
  }

  /** Whether {@link #BACKOFF} says that waits double. */
  protected static boolean doubles(WorkloadContext context) {
    return context.word(BACKOFF.name()).equals("exponential");
  }

  @Override
  public final String sizeMeaning() {
    return "iterations of each CTA";
  }

  @Override
  public final List<NamedSize> sizes() {
    return sizes(100, 3, 20);
  }
}
