package dev.syncopate.workload.heterosync;

import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.suite.Option;
import dev.syncopate.workload.suite.Size;
import java.util.List;

/**
 * A synchronisation primitive that some CTAs on each compute unit use again and again: as many
 * units, as much more work (weak scaling, heterosync Table I and §IV-D).
 */
public abstract class IteratedWorkload extends UnitWorkload {
  /** CTAs of a unit. */
  protected static final Option.Whole CTAS =
      new Option.Whole("ctas", "CTAs on each compute unit.", 4, 1, 64);

  /** Threads of a CTA. The paper does not say how many: a warp of its machine. */
  protected static final Option.Whole BLOCK =
      new Option.Whole(UnitGrid.BLOCK, "Threads of a CTA.", 32, 1, 1024);

  protected IteratedWorkload(KernelLibrary kernels, String name, String description) {
    super(kernels, name, description);
  }

  @Override
  public final String sizeMeaning() {
    return "iterations of each CTA";
  }

  @Override
  public final List<Size> sizes() {
    return sizes(100, 3, 20);
  }
}
